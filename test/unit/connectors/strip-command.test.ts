import { readdirSync, readFileSync } from 'node:fs';
import { json } from 'jq-wasm';
import { describe, expect, it } from 'vitest';
import { manifestOf } from '#shared/connectors/manifest/manifest.ts';
import { prohibited } from '#shared/connectors/prohibited/prohibited.ts';
import {
  stripChannelsCommand,
  stripChannelsFilter,
  stripCommand,
  stripFilter,
} from '#shared/connectors/prohibited/strip-command.ts';
import { connectorIds, connectors } from '#shared/connectors/registry.ts';
import { newApiRow, normalized, type Row, refused } from '../../support/fixtures/native-rows.ts';

/** These tests run real jq, compiled to WebAssembly: the line that callers copy is the line that is tested. */

const DIRECTORY = 'test/support/fixtures/native';
const replies = readdirSync(DIRECTORY).filter((file) => file.endsWith('.json'));
const replyOf = (file: string): unknown => JSON.parse(readFileSync(`${DIRECTORY}/${file}`, 'utf8'));

/** The field of the payload that a reply belongs to, by the name of its file. */
const fieldOf = (file: string): string => {
  if (file.includes('.logs-')) return 'logs';
  if (file.includes('.channels.')) return 'channels';
  return 'payments';
};
const payloadOf = (file: string, reply: unknown): Row => ({
  connector: connectorIds.find((id) => file.startsWith(id)),
  logs: [],
  [fieldOf(file)]: reply,
});
const lists = replies.filter((file) => /\.(logs-\w+|channels|topups|orders)\.json$/.test(file));
const CARRYING: Record<string, string[]> = {
  'new-api.channels.json': ['channels[].header_override', 'channels[].setting', 'channels[].settings'],
  'new-api.logs-admin.json': ['logs[].content'],
  'new-api.logs-self.json': ['logs[].content'],
  'one-api.channels.json': ['channels[].config'],
  'one-api.logs-admin.json': ['logs[].content'],
  'one-api.logs-self.json': ['logs[].content'],
  'one-hub.channels.json': ['channels[].model_headers', 'channels[].proxy'],
  'one-hub.logs-admin.json': ['logs[].content'],
  'voapi.logs-legacy.json': ['logs[].content'],
};

describe('the documented command', () => {
  it.each(lists)('makes %s pass, which raw is refused with its paths', async (file) => {
    const reply = replyOf(file);
    const paths = CARRYING[file];
    if (paths) expect(refused(payloadOf(file, reply)).details.map((d) => d.split(':')[0])).toEqual(paths);
    else expect(normalized(payloadOf(file, reply)).meta.rows.received).toBeGreaterThan(0);
    const stripped = await json(
      reply as object,
      file.includes('.channels.') ? stripChannelsFilter : stripFilter,
    );
    const { meta } = normalized(payloadOf(file, stripped));
    expect(meta.rows.received > 0).toBe(fieldOf(file) !== 'channels');
  });

  it('reads the same records from a stripped export as from a hand-made one', async () => {
    const row = newApiRow({ other: { model_ratio: 0.1, op: { params: { key: 'x' } } } });
    const stripped = (await json([{ ...row, content: 'text', Prompt: 'x' }], stripFilter)) as Row[];
    expect(normalized({ logs: stripped }).downstreamUsage).toEqual(
      normalized({ logs: [row] }).downstreamUsage,
    );
  });

  it('strips the channel of a row that a dump gives as text', async () => {
    const channel = { id: 7, name: 'c', proxy: 'http://u:p@h', setting: 'x' };
    const row = newApiRow({ channel: JSON.stringify(channel) });
    expect(refused({ logs: [row] }).code).toBe('prohibited_field');
    const stripped = (await json([row], stripFilter)) as Row[];
    expect(normalized({ logs: stripped }).downstreamUsage[0]?.channelId).toBe('7');
  });

  it('strips every name of the table, at any depth, inside text, and in the channel of a row', async () => {
    const { content, secrets, secretEndings, channel, channelAddress } = prohibited;
    const under = (names: readonly string[]): Row =>
      Object.fromEntries(
        names.flatMap((name) => [
          [name, 'x'],
          [name.toUpperCase(), ['x']],
        ]),
      );
    const all = under([
      ...content,
      ...secrets,
      ...secretEndings,
      ...secretEndings.map((name) => `x-${name}`),
    ]);
    const ofChannel = under([...channel, ...channelAddress]);
    const dirty = newApiRow({
      ...all,
      other: JSON.stringify({ a: [all], text: '{"no json', n: 0.1, deep: ` ${JSON.stringify([all])}` }),
      channel: { id: 7, name: 'c', ...ofChannel },
    });
    const [row] = (await json([dirty], stripFilter)) as [Row];
    expect(JSON.parse(row.other as string)).toEqual({
      a: [{}],
      text: '{"no json',
      n: 0.1,
      deep: '[{}]',
    });
    expect(normalized({ logs: [row] }).downstreamUsage).toMatchObject([{ channelId: '7' }]);
    const list = await json([{ id: 7, name: 'c', ...all, ...ofChannel }], stripChannelsFilter);
    expect(normalized({ logs: [], channels: list }).notes).toEqual([]);
  });

  it('is one line that a shell takes as it is', () => {
    for (const command of [stripCommand, stripChannelsCommand])
      expect(command).toMatch(/^jq '[^'\n]+' \w+\.json > [\w.]+\.json$/);
  });

  it.each(connectors.map(({ id }) => id))('stands in the notes of the manifest of %s', (id) => {
    const text = JSON.stringify(manifestOf(id)?.capabilities);
    for (const command of [stripCommand, stripChannelsCommand])
      expect(text).toContain(JSON.stringify(command).slice(1, -1));
  });
});
