import { describe, expect, it } from 'vitest';
import { buildCatalog, buildManifest, findManifest } from '#shared/gateways/manifest/manifest.ts';
import {
  catalogItemSchema,
  catalogMetaSchema,
  connectorManifestSchema,
} from '#shared/gateways/manifest/manifest-schemas.ts';
import { rules, TOKEN_NAME } from '#shared/gateways/prohibited/prohibited.ts';
import { connectorIds, connectors, findGatewayName } from '#shared/gateways/registry.ts';
import { createNormalizer } from '#shared/normalizer/normalize.ts';
import { CAPABILITY_IDS } from '#shared/schemas/lists.ts';
import { readBody } from '#shared/schemas/read.ts';
import { spendRows } from '../../e2e/addition/shared/gateways/spend-rows.ts';

it.each([
  ['one-hub', [], 'One Hub'],
  ['one-hub', ['done-hub'], 'done-hub'],
  ['new-api', ['done-hub'], 'New API'],
  [undefined, ['done-hub'], undefined],
] as const)('the gateway %s with the forks %j is named %s', (id, forks, name) => {
  expect(findGatewayName(id, forks)).toBe(name);
});

describe.each(connectors)('the connector $id', (connector) => {
  const manifest = buildManifest(connector);

  it('is pure data', () => expect(JSON.parse(JSON.stringify(connector))).toEqual(connector));

  it('has a manifest that follows the contract', () => {
    expect(readBody(connectorManifestSchema, manifest)).toEqual(manifest);
    expect(findManifest(connector.id)).toEqual(manifest);
  });

  it('describes each of the six capabilities', () => {
    expect(manifest.capabilities.map(({ id }) => id)).toEqual([...CAPABILITY_IDS]);
    const refresh = manifest.capabilities.find(({ id }) => id === 'channel-balance-refresh-source');
    expect(refresh?.sideEffect).toBe(true);
  });

  it('names only its own resources, each once', () => {
    const ids = manifest.source.resources.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { resourceIds } of manifest.capabilities)
      for (const id of resourceIds) expect(ids).toContain(id);
  });

  it('maps every field of logs, upstream logs, bills, snapshots and channels', () => {
    const pairs = manifest.normalization.fieldMap.flatMap(({ source, canonical }) =>
      source.split(' | ').flatMap((from) => canonical.split(' | ').map((to) => [from, to] as const)),
    );
    const { log, payments } = connector;
    const { tokenName, snapshot, type: typed, ...fields } = log.fields;
    const keys = [...Object.values(fields), ...(snapshot ? [snapshot] : [])].flatMap(({ at }) => at);
    const { source, attempts, mapping: _, ...marks } = log.snapshotKeys ?? { source: undefined };
    const read = [
      ...keys,
      ...log.kinds.map(({ type }) => `${typed?.at[0] ?? 'type'} = ${type}`),
      ...(payments?.statuses ?? []).map(([status]) => `status = ${status}`),
      ...(log.testTokenName ? [`${tokenName?.at[0]} = ${log.testTokenName} without token id`] : []),
      // The mapping is a fact beside the rows, which no call of the API carries.
      ...(source ? [source.key, ...Object.values(marks).flat()].map((key) => `other.${key}`) : []),
    ];
    expect(pairs.map(([from]) => from)).toEqual(expect.arrayContaining(read));
    const charges = [...(fields.quota?.at ?? []), ...(fields.money?.at ?? [])];
    const expected = [
      ...charges.map((key) => [key, 'upstreamCharges[].costAmount']),
      ...charges.map((key) => [key, 'upstreamCharges[].refundAmount']),
      ...[...fields.rowId.at, ...fields.requestId.at].map((key) => [key, 'upstreamCharges[].upstreamId']),
      ['quota_per_unit', 'upstreamCharges[].costAmount'],
      ['status', 'upstreamCharges[].status'],
      ['currency', 'upstreamCharges[].currency'],
      ['channels[].id', 'downstreamUsage[].channelId'],
      ['channels[].name', 'downstreamUsage[].channelId'],
      ...(source ? [['other.task_id', 'downstreamUsage[].requestId']] : []),
      ...(attempts ? [[`other.${attempts.within}.${attempts.key}`, 'upstreamCharges[].requestId']] : []),
      ...(payments?.fields.units?.at ?? []).map((key) => [key, 'payments[].creditedAmount']),
    ];
    expect(pairs).toEqual(expect.arrayContaining(expected));
  });

  it('names every prohibited field', () => {
    const named = manifest.security.prohibitedFields;
    for (const { kind, name } of rules) {
      if (kind === 'content' || kind === 'secret' || kind === 'token') expect(named).toContain(name);
      if (kind === 'person') expect(named).toContain(`*${name}`);
      if (kind === 'channel') expect(named).toContain(`channels.${name}`);
    }
    expect(named).not.toContain(TOKEN_NAME);
  });

  it('names headers but no values', () => {
    for (const name of manifest.source.authHeaderNames) expect(name).toMatch(/^[A-Za-z-]+$/);
  });
});

it('the list of connectors follows the contract and counts its entries', () => {
  const { data, meta } = buildCatalog();
  for (const item of data) readBody(catalogItemSchema, item);
  expect(readBody(catalogMetaSchema, meta).count).toBe(data.length);
  expect(data.map(({ id }) => id)).toEqual([...connectorIds]);
  expect(data.map(({ manifestHref }) => manifestHref)).toEqual(
    connectorIds.map((id) => `/api/v1/connectors/${id}/manifest`),
  );
});

it('an unknown connector has no manifest', () => {
  for (const id of ['no-such-gateway', '', 'constructor', '__proto__'])
    expect(findManifest(id)).toBeUndefined();
});

/** All that a gateway takes is its data, and a line in the registry. */
describe('an unregistered gateway with money amounts and text statuses', () => {
  // A recipe registers it in a copy of the project.
  const others = connectors.filter(({ id }: { readonly id: string }) => id !== spendRows.id);
  const normalize = createNormalizer([...others, spendRows]);
  const row = { request_id: 'r', startTime: '2026-08-17T01:30:15Z', model: 'm', status: 'success' };
  const spent = (over: object) => ({ ...row, model_id: 'c', spend: 0.25, ...over });
  const usageOf = (...logs: object[]) =>
    normalize({ connector: 'spend-rows', logs }).data.downstreamUsage.map(({ status, chargedAmount }) => [
      status,
      chargedAmount,
    ]);

  it('is not found in the registry', () =>
    expect(() => createNormalizer(others)({ connector: 'spend-rows', logs: [] })).toThrow(
      'does not follow the contract',
    ));

  it('needs no quotaPerUnit', () =>
    expect(
      usageOf(spent({}), spent({ request_id: 's', status: 'failure', spend: 0 }), spent({ spend: -1 })),
    ).toEqual([
      ['success', 0.25],
      ['failed', '0'],
      ['refunded', '0'],
    ]));

  it.each([
    [{ spend: undefined }, 'logs[0].spend: is required'],
    [{ spend: 'much' }, 'logs[0].spend: must be a decimal number'],
    [{ status: 'cached' }, 'logs[0].status: is a row type that this gateway does not have'],
    [{ status: 2 }, 'logs[0].status: is a row type that this gateway does not have'],
  ])('names the field when it refuses %j', (over, detail) =>
    expect(() => usageOf(spent(over))).toThrow(
      expect.objectContaining({ details: [expect.stringContaining(detail)] }),
    ),
  );

  it('skips rows with an unknown status and no money', () =>
    expect(usageOf(spent({ status: 'cached', spend: 0 }))).toEqual([]));

  it('reads a row without status as a charge', () =>
    expect(usageOf(spent({ status: null }))).toEqual([['success', 0.25]]));

  it('has a manifest whose capabilities match its data', () => {
    const { capabilities, ingress, normalization } = buildManifest(spendRows);
    expect(capabilities.map(({ id }) => id)).toEqual([...CAPABILITY_IDS]);
    expect(capabilities[0]).toMatchObject({
      support: 'file-only',
      ingress: ['hosted-json-push', 'local-file'],
      canonicalOutputs: ['downstreamUsage'],
    });
    expect(capabilities[1]).toMatchObject({ support: 'unavailable', ingress: [], sideEffect: false });
    expect(capabilities.every(({ notes }) => notes !== '')).toBe(true);
    expect(ingress.conditionalRequirements).toEqual([]);
    const sources = normalization.fieldMap.map(({ source }) => source);
    expect(sources).toEqual(expect.arrayContaining(['spend', 'status = failure']));
    expect(sources).not.toContain('quota');
  });
});
