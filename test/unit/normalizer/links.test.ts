import { describe, expect, it } from 'vitest';
import { type LinkCandidate, LinkResolver, listLinkCandidates } from '#shared/normalizer/logs/links.ts';
import { readLogGroups } from '#shared/normalizer/logs/log-group.ts';
import { CallRejection, RowOutcomes } from '#shared/normalizer/row-outcomes.ts';
import { CREATED_AT, newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { newApiSettings } from '../../support/normalizer/new-api-settings.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/** Without a channel, which facts name where a row does. */
const row = (over: Row = {}): Row =>
  newApiRow({ request_id: 'r', upstream_request_id: 'u', channel: 0, ...over });

/** The facts of rows of one user and model; a record is named after its row. */
function factsOf(...natives: Row[]): LinkCandidate[] {
  const entries = natives.map((native, index) => ({ field: 'logs' as const, index, native }));
  const reading = { connector: newApiSettings.connector, areIdsUnique: true, quotaPerUnit: 500_000 };
  return readLogGroups(entries, reading, new RowOutcomes(new CallRejection())).flatMap((group) =>
    listLinkCandidates(group, new Map(group.rows.map((read) => [read, `row ${read.index}`]))),
  );
}

const TEST = { token_name: '模型测试', token_id: 0 };

describe('the ids in a log row', () => {
  const fee = { violation_fee: true, base_amount: 0.5, group_ratio: 1 };
  const isTest = true;
  const attempts = (...use_channel: string[]) => ({ admin_info: { use_channel } });
  it.each<[string, Row[], LinkCandidate[]]>([
    ['both', [row()], [{ id: 'r' }, { id: 'u', requestId: 'row 0' }]],
    ['its own, without one of the upstream', [row({ upstream_request_id: '' })], [{ id: 'r' }]],
    ['the upstream’s, without its own', [row({ request_id: '' })], [{ id: 'u', requestId: 'row 0' }]],
    ['nothing without either', [row({ request_id: '', upstream_request_id: '' })], []],
    ['that it is a test', [row(TEST)], [{ id: 'r', isTest }, { id: 'u', isTest }, { id: 'r' }]],
    ['no cause where it is no request', [row({ type: 4 })], [{ id: 'u' }, { id: 'r' }]],
    ['no cause where it is a refund', [row({ type: 6 })], [{ id: 'r' }, { id: 'u' }]],
    ['that it is a fee', [row({ other: fee })], [{ id: 'r' }, { id: 'u', requestId: 'row 0', isFee: true }]],
    [
      'that it failed before, and succeeded after that',
      [row({ type: 5, quota: 0 }), row({ id: 2, upstream_request_id: 'v' })],
      [{ id: 'u', requestId: 'r' }, { id: 'r' }, { id: 'v', requestId: 'row 1', isAfterRetry: true }],
    ],
    [
      'nothing of an earlier attempt without its id',
      [row({ type: 5, quota: 0, request_id: '' }), row({ id: 2, upstream_request_id: 'v' })],
      [{ id: 'r' }, { id: 'u', requestId: 'row 0' }, { id: 'v', requestId: 'row 1' }],
    ],
    [
      'that it has tried two channels',
      [row({ other: attempts('1', '2') })],
      [{ id: 'r' }, { id: 'u', requestId: 'row 0', isAfterRetry: true }],
    ],
    ['its channel', [row({ channel: 7 })], [{ id: 'r' }, { id: 'u', requestId: 'row 0', channelId: '7' }]],
    [
      'that of an attempt that was retried, too',
      [row({ type: 5, quota: 0, channel: 3 }), row({ id: 2, channel: 7, upstream_request_id: '' })],
      [{ id: 'u', requestId: 'r', channelId: '3' }, { id: 'r' }],
    ],
    ['nothing of one', [row({ other: attempts('1') })], [{ id: 'r' }, { id: 'u', requestId: 'row 0' }]],
    [
      'nothing of attempts where the last failed',
      [row({ type: 5, quota: 0, other: attempts('1', '2') })],
      [{ id: 'r' }, { id: 'u', requestId: 'row 0' }],
    ],
  ])('%s', (_, natives, facts) => expect(factsOf(...natives)).toStrictEqual(facts));
});

describe('the upstream row with an id', () => {
  const link = (over: Partial<LinkCandidate> = {}): LinkCandidate => ({ id: 'u', requestId: 'r', ...over });
  const OWN = { requestId: 'u' };
  const TWO = [link(), link({ requestId: 's' })];
  const LEFT = [link(), link({ isAfterRetry: true })];
  const LINKED = { requestId: 'r', note: 'linked' };
  type Row = Parameters<LinkResolver['resolve']>[1];
  it.each<[string, LinkCandidate[], Partial<Row>, object]>([
    ['that no row has keeps it', [{ id: 'x' }], {}, { ...OWN, note: 'linkUnknown' }],
    ['that no row has, and none could have, has none', [], { isUntraced: true }, { note: 'untraced' }],
    ['of a local request keeps it', [{ id: 'u' }], {}, OWN],
    ['of a test has none', [{ id: 'u' }, { id: 'u', isTest: true }], {}, { note: 'linkedToTest' }],
    ['is of the request that caused it', [link()], {}, LINKED],
    ['is so, although a test has it, too', [link(), { id: 'u', isTest: true }], {}, LINKED],
    ['that two rows of a request have is of it', [link(), link()], {}, LINKED],
    ['that two requests have keeps it', TWO, {}, { ...OWN, note: 'linkAmbiguous' }],
    ['that only a fee has, has none', [link({ isFee: true })], {}, { note: 'linkFee' }],
    ['that a fee has, too, is linked', [link({ isFee: true }), link()], {}, LINKED],
    ['is linked to a fee as a fee', [link({ isFee: true })], { isFee: true }, LINKED],
    ['that may be left over keeps it if it failed', LEFT, { failed: true }, { ...OWN, note: 'linkStale' }],
    ['is linked if it did not', [link({ isAfterRetry: true })], {}, LINKED],
    [
      'is of its channel',
      [link({ channelId: '3' }), link({ channelId: '3' })],
      {},
      { ...LINKED, channelId: '3' },
    ],
    ['is of no channel of several', [link({ channelId: '3' }), link({ channelId: '7' })], {}, LINKED],
    ['is linked if it failed at once', [link()], { failed: true }, LINKED],
    [
      'that was perhaps returned',
      [link(), link({ mayBeReturned: true })],
      {},
      { ...LINKED, mayBeReturned: true },
    ],
  ])('%s', (_, facts, upstream, resolved) =>
    expect(new LinkResolver(facts).resolve('u', { failed: false, ...upstream })).toStrictEqual(resolved),
  );

  it('an id that no row has finds nothing', () =>
    expect(new LinkResolver([]).resolve(undefined, { failed: false })).toEqual({}));
});

describe('of the failed attempts of a request, the representative one is', () => {
  const attempt = (over: Row): Row => row({ type: 5, quota: 0, ...over });
  it.each<[string, Row, Row]>([
    ['the later one', { channel: 1, created_at: CREATED_AT + 1 }, { channel: 2, id: 999_999 }],
    ['of one second, that of the greater id', { channel: 1, id: 20 }, { channel: 2, id: 3 }],
    ['without ids, the same one in any order', { channel: 7, id: 0 }, { channel: 12, id: 0 }],
    ['the one with a time', { channel: 1 }, { channel: 2, created_at: 'x' }],
  ])('%s', (_, last, other) => {
    for (const logs of [
      [attempt(last), attempt(other)],
      [attempt(other), attempt(last)],
    ]) {
      const { downstreamUsage, skipped } = normalizeAndCheck({ logs });
      expect(downstreamUsage.map(({ channelId }) => channelId)).toEqual([String(last.channel)]);
      expect(skipped.retriedAttempt).toBe(1);
    }
  });
});

describe('a channel test', () => {
  it.each([2, 5, 6])('may be a row of type %i', (type) =>
    expect(normalizeAndCheck({ logs: [row({ type, ...TEST })] }).skipped.channelTest).toBe(1),
  );
  it('has an id of its own: a bill that names it has no lost request', () => {
    const bill = { request_id: 'r', timestamp: CREATED_AT, model: 'm', cost: '0.1' };
    const [charge] = normalizeAndCheck({ logs: [row(TEST)], upstreamCharges: [bill] }).upstreamCharges ?? [];
    expect(charge).toMatchObject({ costAmount: '0.1' });
    expect(charge).not.toHaveProperty('requestId');
  });
  it('is ignored if it costs nothing', () =>
    expect(normalizeAndCheck({ logs: [row({ type: 4, quota: 0, ...TEST })] }).skipped).toMatchObject({
      channelTest: 0,
      system: 1,
    }));
});
