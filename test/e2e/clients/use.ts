import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

/** Calls all six endpoints through the types that openapi-typescript makes of the document, and prints what came back. */

type Schemas = components['schemas'];
type Logs = Schemas['ConnectorPayload']['logs'];

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const row: Schemas['NativeLogRow'] = {
  id: 1,
  request_id: 'r1',
  created_at: 1790812800,
  type: 2,
  model_name: 'gpt-4o',
  quota: 500,
};
const page: Schemas['NativePage'] = { success: true, data: { items: [row], total: 1 } };

function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function chargedIn(logs: Logs) {
  const body = { connector: 'new-api', quotaPerUnit: 500_000, logs } as const;
  const { data } = dataOf(await client.POST('/api/v1/normalize', { body }));
  return data.downstreamUsage.map(({ chargedAmount }) => chargedAmount);
}

const { data: example } = dataOf(await client.GET('/api/v1/examples/reconciliation'));
const { data: report } = dataOf(await client.POST('/api/v1/reconcile', { body: example }));
const { data: catalog } = dataOf(await client.GET('/api/v1/connectors'));
const [{ id: connectorId } = { id: 'new-api' as const }] = catalog;
const path = { connectorId };
const { data: manifest } = dataOf(
  await client.GET('/api/v1/connectors/{connectorId}/manifest', { params: { path } }),
);
const { openapi } = dataOf(await client.GET('/openapi.json'));

console.log(
  JSON.stringify({
    codes: report.findings.map(({ code }) => code),
    isRecent: Date.now() - Date.parse(report.generatedAt) < 3_600_000,
    connectors: catalog.map(({ id }) => id),
    required: manifest.ingress.requiredFields,
    openapi,
    charged: [await chargedIn([row]), await chargedIn(page), await chargedIn([page])],
  }),
);
