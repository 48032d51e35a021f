import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findManifest } from '#shared/gateways/manifest/manifest.ts';
import { FORMAT_WORDS, rules } from '#shared/gateways/prohibited/prohibited.ts';
import { stripChannelsCommand, stripCommand } from '#shared/gateways/prohibited/strip-command.ts';
import { connectorIds } from '#shared/gateways/registry.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { type NativeReply, nativeReplies, unwrapRows } from '../../support/fixtures/native-replies.ts';
import { newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { installedJqs, stripReply, stripText, stripWith } from '../../support/gateway-data/strip.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/** These tests run real jq, of two versions: the line that callers copy is the line that is tested. */

const payloadOf = ({ connector, field }: NativeReply, reply: unknown): Row => ({
  connector,
  logs: [],
  [field]: reply,
});
const commandOf = ({ field }: NativeReply) => (field === 'channels' ? stripChannelsCommand : stripCommand);
const CARRYING: Record<string, string[]> = {
  'new-api.channels.json': ['channels[].header_override', 'channels[].setting', 'channels[].settings'],
  'new-api.logs.json': ['logs[].content'],
  'new-api.logs-self.json': ['logs[].content'],
  'one-api.channels.json': ['channels[].config'],
  'one-api.logs.json': ['logs[].content'],
  'one-api.logs-self.json': ['logs[].content'],
  'one-hub.channels.json': ['channels[].model_headers', 'channels[].proxy'],
  'one-hub.logs.json': ['logs[].content'],
  'voapi.logs.csv': ['logs[].content'],
  'voapi.logs.json': ['logs[].content'],
};

/** A channel's address goes by its name in the command, and by what it holds in the product. */
const withoutAddress = ({ base_url, ...row }: Row): Row => (base_url ? row : { ...row, base_url });

const under = (names: readonly string[]): Row =>
  Object.fromEntries(
    names.flatMap((name) => [
      [name, 'x'],
      [name.toUpperCase(), ['x']],
    ]),
  );
const namesOf = (isMeant: (kind: string) => boolean) =>
  rules.flatMap(({ kind, compares, name }) =>
    isMeant(kind) && kind !== 'harmless'
      ? [name, `${name}s`, ...(compares === 'name' ? [] : [`x-${name}`])]
      : [],
  );
const isOfChannel = (kind: string) => kind === 'channel' || kind === 'address';
/** Every name of the table, and of a channel's. */
const all = under(namesOf((kind) => !isOfChannel(kind)));
const ofChannel = under(namesOf(isOfChannel));
const dirty = newApiRow({
  ...all,
  other: JSON.stringify({
    a: [all],
    text: '{"no json',
    n: 0.1,
    deep: ` ${JSON.stringify([all])}`,
    quoted: JSON.stringify(JSON.stringify(all)),
  }),
  channel: { id: 7, name: 'c', ...ofChannel },
});
const dirtyChannel = { id: 7, name: 'c', ...all, ...ofChannel };

const emptied = {
  id: 1,
  content: '',
  prompt: 12,
  key: null,
  response: '-3',
  is_multi_key: true,
  tokens: { input: 5, list: ['7'] },
  totalToken: '1,234',
  other: '{"a": 1.50, "b": "\\u003c"}',
};
const harmless = [
  emptied,
  { ...emptied, other: ' { "a" : [ ] } ' },
  { ...emptied, other: '{"a": nothing', note: '[see "x"]' },
];

describe('the documented strip command', () => {
  it.each(nativeReplies)(
    'makes $file acceptable; the unstripped file is refused with its paths',
    async (list) => {
      const { file, field, reply } = list;
      const paths = CARRYING[file];
      if (paths)
        expect(catchRefusal(payloadOf(list, reply)).details.map((d) => d.split(':')[0])).toEqual(paths);
      else expect(normalizeAndCheck(payloadOf(list, reply)).meta.rows.received).toBeGreaterThan(0);
      const { meta } = normalizeAndCheck(payloadOf(list, await stripReply(reply, commandOf(list))));
      expect(meta.rows.received > 0).toBe(field !== 'channels');
    },
  );

  it('gives the same records as an export stripped by hand', async () => {
    const row = newApiRow({ other: { model_ratio: 0.1 } });
    const left = await stripReply([{ ...row, content: 'text', Prompt: 'x' }]);
    expect(normalizeAndCheck({ logs: left }).downstreamUsage).toEqual(
      normalizeAndCheck({ logs: [row] }).downstreamUsage,
    );
  });

  it('strips a channel stored as text in a database dump', async () => {
    const channel = { id: 7, name: 'c', proxy: 'http://u:p@h', setting: 'x' };
    const row = newApiRow({ channel: JSON.stringify(channel) });
    expect(catchRefusal({ logs: [row] }).code).toBe('prohibited_field');
    const left = await stripReply([row]);
    expect(normalizeAndCheck({ logs: left }).downstreamUsage[0]?.channelId).toBe('7');
  });

  it('strips every prohibited name at any depth, in text, and in the channel of a row', async () => {
    const [row] = (await stripReply([dirty])) as [Row];
    expect(JSON.parse(row.other as string)).toEqual({
      a: [{}],
      text: '{"no json',
      n: 0.1,
      deep: '[{}]',
      quoted: '"{}"',
    });
    expect(normalizeAndCheck({ logs: [row] }).downstreamUsage).toMatchObject([{ channelId: '7' }]);
    const list = await stripReply([dirtyChannel], stripChannelsCommand);
    expect(normalizeAndCheck({ logs: [], channels: list }).notes).toEqual([]);
  });

  it('strips names that the service tolerates, and keeps other words and flags', async () => {
    const rows = [
      { other: { admin_info: { admin_username: 'root', caller_ip: '::1', use_channel: ['7'] } } },
      { zip: '1', membership: 'x', has_email: true, clientIp: '::1' },
    ];
    expect(await stripReply(rows)).toEqual([
      { other: { admin_info: { use_channel: ['7'] } } },
      { zip: '1', membership: 'x', has_email: true },
    ]);
    const stripper = new Stripper('logs');
    expect(rows.map((row) => stripper.strip(row))).toEqual(await stripReply(rows));
  });

  it('strips personal data, and keeps the mark of a channel test', async () => {
    const person = { username: 'alice', ip: '203.0.113.9', source_ip: '::1', token_name: 'mine' };
    const rows = [newApiRow(person), newApiRow({ token_name: '模型测试', token_id: 0, User_Name: 'bob' })];
    const [first, second] = (await stripReply(rows)) as [Row, Row];
    for (const name of Object.keys(person)) expect(first).not.toHaveProperty(name);
    expect(second).toMatchObject({ token_name: '模型测试', token_id: 0 });
    expect(second).not.toHaveProperty('User_Name');
  });

  it('keeps harmless fields and texts unchanged', async () => {
    expect(await stripReply(harmless)).toEqual(harmless);
  });

  it('strips no more than the product itself', async () => {
    for (const list of nativeReplies) {
      const rows = unwrapRows(list.reply);
      const stripper = new Stripper(list.field);
      expect(await stripReply(rows, commandOf(list))).toEqual(
        rows.map((row) => withoutAddress(stripper.strip(row) as Row)),
      );
    }
  });

  it('compares names as the service does, in any spelling', async () => {
    const named = rules.flatMap(({ kind, name }) => (kind === 'address' ? [] : name.split('_')));
    const pieces = [...named, ...FORMAT_WORDS, 'Name', 'count', '2', 'e'];
    const word = fc.constantFrom(...pieces, ...pieces.map((piece) => piece.toUpperCase()));
    const name = fc
      .array(fc.tuple(fc.constantFrom('', '_', '-', ' ', '.'), word, fc.constantFrom('', '', 's', 'es')), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.flat().join(''));
    const row = Object.fromEntries(fc.sample(name, 1000).map((key) => [key, 'x']));
    expect(await stripReply([row])).toEqual([new Stripper('logs').strip(row)]);
    expect(await stripReply([row], stripChannelsCommand)).toEqual([new Stripper('channels').strip(row)]);
  });

  it.each(installedJqs)('gives the same output in %s', async (_, jq) => {
    const texts = [[dirty], [dirtyChannel], harmless, ...nativeReplies.map(({ reply }) => reply)].map(
      (rows) => JSON.stringify(rows),
    );
    for (const command of [stripCommand, stripChannelsCommand]) {
      const left = stripWith(jq, texts.join('\n'), command).trim().split('\n');
      for (const [index, text] of texts.entries())
        expect(JSON.parse(left[index] ?? '')).toEqual(JSON.parse(await stripText(text, command)));
    }
  });

  it('writes compact JSON', async () => {
    const rows = [newApiRow({ content: 'x' }), newApiRow()];
    expect(await stripText(JSON.stringify(rows, null, 2))).toBe(JSON.stringify(await stripReply(rows)));
  });

  it('is one line that can be pasted into a shell, also from JSON', () => {
    for (const command of [stripCommand, stripChannelsCommand]) {
      expect(command).toMatch(/^jq -c[\w -]* -f [\w./]+ \w+\.json > [\w.]+\.json$/);
      expect(JSON.stringify(command)).toBe(`"${command}"`);
    }
  });

  it.each(connectorIds)('is in the notes of the manifest of %s', (id) => {
    const text = JSON.stringify(findManifest(id)?.capabilities);
    for (const command of [stripCommand, stripChannelsCommand])
      expect(text).toContain(JSON.stringify(command).slice(1, -1));
  });
});
