import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stripChannelsCommand, stripCommand } from '#shared/connectors/prohibited/strip-command.ts';
import { strippedText } from '../support/connectors/stripped.ts';
import type { Row } from '../support/fixtures/native-rows.ts';
import { normalized } from '../support/normalizer/normalized.ts';

/**
 * Whole replies as the gateways send them, stripped by the documented command, and what becomes of them. The
 * files beside this one are written by `npm run generate`: read the difference before committing it.
 */
const DIRECTORY = 'test/support/fixtures/native';
const replyOf = async (file: string, command = stripCommand) =>
  JSON.parse(await strippedText(readFileSync(`${DIRECTORY}/${file}.json`, 'utf8'), command)) as Row;
const files = readdirSync(DIRECTORY).map((file) => file.replace(/\.(json|csv)$/, ''));

/** Rows of a CSV file as a converter writes them: every value is text. */
function csvRows(file: string): Row[] {
  const [head = [], ...lines] = readFileSync(`${DIRECTORY}/${file}.csv`, 'utf8')
    .trim()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
        quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i]])));
}

const payloads: Record<string, () => Promise<Row>> = {
  'new-api': async () => ({
    connector: 'new-api',
    logs: await replyOf('new-api.logs-admin'),
    channels: await replyOf('new-api.channels', stripChannelsCommand),
    payments: await replyOf('new-api.topups'),
  }),
  'new-api.self': async () => ({ connector: 'new-api', logs: await replyOf('new-api.logs-self') }),
  'one-api': async () => ({
    connector: 'one-api',
    logs: await replyOf('one-api.logs-admin'),
    channels: await replyOf('one-api.channels', stripChannelsCommand),
  }),
  'one-api.self': async () => ({ connector: 'one-api', logs: await replyOf('one-api.logs-self') }),
  'one-hub': async () => ({
    connector: 'one-hub',
    logs: await replyOf('one-hub.logs-admin'),
    channels: await replyOf('one-hub.channels', stripChannelsCommand),
    payments: await replyOf('one-hub.orders'),
  }),
  voapi: async () => ({ connector: 'voapi', logs: await replyOf('voapi.logs-legacy') }),
  'voapi.csv': async () => {
    const rows = csvRows('voapi.logs-legacy').map(({ content, root_content, ...row }) => row);
    return { connector: 'voapi', logs: rows };
  },
};

describe('golden', () => {
  it.each(Object.keys(payloads))('%s', async (name) => {
    const { data, meta } = split(normalized((await payloads[name]?.()) as Row));
    await expect(`${JSON.stringify({ data, meta }, null, 2)}\n`).toMatchFileSnapshot(
      `normalize/${name}.json`,
    );
  });

  it('the charges of the examples are what their own prices say', async () => {
    const quotas = async (name: string) =>
      normalized((await payloads[name]?.()) as Row).downstreamUsage.map(({ chargedAmount, expectedCharge }) =>
        [chargedAmount, expectedCharge].map((amount) => amount && Math.round(Number(amount) * 500_000)),
      );
    expect(await quotas('new-api')).toEqual([
      [1220, 1220],
      [13812, 13812],
      [13350, 13350],
      [250_000, undefined],
    ]);
    expect(await quotas('one-api')).toEqual([[180, undefined]]);
    expect(await quotas('one-hub')).toEqual([
      [12913, 12913],
      [26700, 26700],
    ]);
    expect(await quotas('voapi')).toEqual([[2250, 2250]]);
    expect(await quotas('voapi.csv')).toEqual([[2250, 2250]]);
  });

  it('uses every list reply of the fixtures', () => {
    const source = readFileSync('test/golden/normalize.test.ts', 'utf8');
    for (const file of files.filter((name) => /\.(logs|channels|topups|orders)/.test(name)))
      expect(source).toContain(file);
  });
});

/** The output without what the test's own helper adds. */
function split({ meta, notes: _, skipped: __, report: ___, ...data }: ReturnType<typeof normalized>) {
  return { data, meta };
}
