import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject } from 'vitest';
import { example } from '#functions/example/example.ts';
import { routes } from '#functions/routes.ts';
import { localTest } from '../support/service/client.ts';
import { plainNativeRow } from '../support/service/documented-requests.ts';

const MARKER = 'planted-marker';
const AMOUNT = '31415.9265358979';
const SEPARATOR = '--- the reply ---';

/** Runs a bundled function in a process of its own, so that whatever it writes anywhere is seen. */
function run(routeId: string, event: unknown): { log: string; reply: string } {
  const bundle = pathToFileURL(join(inject('assembly'), 'bundles', routeId, 'index.mjs')).href;
  const script = `
    import { handler } from ${JSON.stringify(bundle)};
    import { readFileSync } from 'node:fs';
    const context = { awsRequestId: 'id-of-the-request' };
    const reply = await handler(JSON.parse(readFileSync(0, 'utf8')), context).catch((error) => ({ name: error.name, message: error.message }));
    process.stdout.write(${JSON.stringify(`${SEPARATOR}\n`)} + JSON.stringify(reply));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    input: JSON.stringify(event),
    encoding: 'utf8',
  });
  const [log = '', reply = ''] = stdout.split(`${SEPARATOR}\n`);
  return { log: log + stderr, reply };
}

const httpEvent = (method: string, path: string, body: unknown) => ({
  version: '2.0',
  rawPath: path,
  rawQueryString: `q=${MARKER}`,
  headers: { 'content-type': 'application/json', authorization: MARKER, cookie: MARKER, 'x-any': MARKER },
  requestContext: { domainName: 'example.org', http: { method, path, userAgent: MARKER } },
  body: JSON.stringify(body),
  isBase64Encoded: false,
});

/** The body with every leaf replaced; keys stay, so that each path is visited. */
const planted = (value: unknown, leaf: (value: unknown, key: string) => unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => planted(item, leaf, key));
  if (value === null || typeof value !== 'object') return leaf(value, key);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, planted(item, leaf, name)]));
};

const native = { connector: 'new-api', logs: [plainNativeRow], quotaPerUnit: 500_000 };

const acceptedLedgers = planted(example, (value, key) => {
  if (/^(version|start|end|occurredAt|status|currency)$/.test(key) || typeof value === 'number') return value;
  return /(amount|charge)$/i.test(key) ? AMOUNT : `${MARKER}-${value}`;
});
const refusedLedgers = planted(example, () => MARKER);
const acceptedNative = {
  ...native,
  logs: [{ ...plainNativeRow, request_id: MARKER, model_name: MARKER, note: MARKER, charge: AMOUNT }],
};
const refusedNative = {
  ...native,
  logs: [{ ...plainNativeRow, created_at: MARKER, quota: MARKER, prompt: MARKER }],
};
const malformedNative = { ...native, logs: [{ ...plainNativeRow, created_at: MARKER, quota: MARKER }] };

localTest.each<[what: string, routeId: string, body: unknown, accepted: boolean]>([
  ['accepted ledgers', 'reconcile', acceptedLedgers, true],
  ['refused ledgers', 'reconcile', refusedLedgers, false],
  ['an accepted export', 'normalize', acceptedNative, true],
  ['an export with a prompt', 'normalize', refusedNative, false],
  ['a malformed export', 'normalize', malformedNative, false],
])('%s leave no value in a log line or in an error reply', (_what, routeId, body, accepted) => {
  const path = routes.find(({ id }) => id === routeId)?.path as string;
  for (const event of [httpEvent('POST', path, body), body]) {
    const { log, reply } = run(routeId, event);
    const line = JSON.parse(log);
    expect(line).toMatchObject({
      requestId: 'id-of-the-request',
      route: routeId,
      status: accepted ? 200 : 400,
    });
    expect(log).not.toContain(MARKER);
    expect(log).not.toContain(AMOUNT.slice(0, 5));
    if (accepted) expect(reply).toContain(MARKER);
    else expect(reply).not.toContain(MARKER);
  }
});

localTest.each(routes.filter(({ method }) => method === 'GET').map(({ id, path }) => [id, path]))(
  'a GET of %s leaves no header and no query in a log line',
  (routeId, path) => {
    const { log } = run(routeId, httpEvent('GET', path, undefined));
    expect(JSON.parse(log).route).toBe(routeId);
    expect(log).not.toContain(MARKER);
  },
);
