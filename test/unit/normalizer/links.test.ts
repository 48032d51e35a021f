import { describe, expect, it } from 'vitest';
import { type LinkCandidate, LinkResolver, listLinkCandidates } from '#shared/normalizer/logs/links.ts';
import { readLogGroups } from '#shared/normalizer/logs/log-group.ts';
import { RowOutcomes } from '#shared/normalizer/row-outcomes.ts';
import { CREATED_AT, newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { newApiSettings } from '../../support/normalizer/new-api-settings.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/** A row with both ids and without a channel. */
const row = (over: Row = {}): Row =>
  newApiRow({ request_id: 'r', upstream_request_id: 'u', channel: 0, ...over });

/** Lists the link candidates of rows of one user and model. Records are named after their rows. */
function listCandidates(...natives: Row[]): LinkCandidate[] {
  const entries = natives.map((native, index) => ({ field: 'logs' as const, index, native }));
  const reading = { connector: newApiSettings.connector, areIdsUnique: true, quotaPerUnit: 500_000 };
  return readLogGroups(entries, reading, new RowOutcomes()).flatMap((group) =>
    listLinkCandidates(group, new Map(group.rows.map((read) => [read, `row ${read.index}`]))),
  );
}

const TEST = { token_name: '模型测试', token_id: 0 };

describe('link candidates of log rows', () => {
  const fee = { violation_fee: true, base_amount: 0.5, group_ratio: 1 };
  const isTest = true;
  const attempts = (...use_channel: string[]) => ({ admin_info: { use_channel } });
  it.each<[string, Row[], LinkCandidate[]]>([
    ['for both ids', [row()], [{ id: 'r' }, { id: 'u', requestId: 'row 0' }]],
    ['for the request id only', [row({ upstream_request_id: '' })], [{ id: 'r' }]],
    ['for the upstream id only', [row({ request_id: '' })], [{ id: 'u', requestId: 'row 0' }]],
    ['none without ids', [row({ request_id: '', upstream_request_id: '' })], []],
    ['of a channel test', [row(TEST)], [{ id: 'r', isTest }, { id: 'u', isTest }, { id: 'r' }]],
    ['without a request, of a system row', [row({ type: 4 })], [{ id: 'u' }, { id: 'r' }]],
    ['without a request, of a refund', [row({ type: 6 })], [{ id: 'r' }, { id: 'u' }]],
    ['of a fee', [row({ other: fee })], [{ id: 'r' }, { id: 'u', requestId: 'row 0', isFee: true }]],
    [
      'of a success after a failed attempt',
      [row({ type: 5, quota: 0 }), row({ id: 2, upstream_request_id: 'v' })],
      [{ id: 'u', requestId: 'r' }, { id: 'r' }, { id: 'v', requestId: 'row 1', isAfterRetry: true }],
    ],
    [
      'of a success and a failed attempt without request id',
      [row({ type: 5, quota: 0, request_id: '' }), row({ id: 2, upstream_request_id: 'v' })],
      [{ id: 'r' }, { id: 'u', requestId: 'row 0' }, { id: 'v', requestId: 'row 1' }],
    ],
    [
      'of a row with two attempts',
      [row({ other: attempts('1', '2') })],
      [{ id: 'r' }, { id: 'u', requestId: 'row 0', isAfterRetry: true }],
    ],
    ['with a channel', [row({ channel: 7 })], [{ id: 'r' }, { id: 'u', requestId: 'row 0', channelId: '7' }]],
    [
      'with the channel of a retried attempt',
      [row({ type: 5, quota: 0, channel: 3 }), row({ id: 2, channel: 7, upstream_request_id: '' })],
      [{ id: 'u', requestId: 'r', channelId: '3' }, { id: 'r' }],
    ],
    ['of one attempt', [row({ other: attempts('1') })], [{ id: 'r' }, { id: 'u', requestId: 'row 0' }]],
    [
      'of a failed row with two attempts',
      [row({ type: 5, quota: 0, other: attempts('1', '2') })],
      [{ id: 'r' }, { id: 'u', requestId: 'row 0' }],
    ],
  ])('%s', (_, natives, candidates) => expect(listCandidates(...natives)).toStrictEqual(candidates));
});

describe('an upstream row with an id', () => {
  const link = (over: Partial<LinkCandidate> = {}): LinkCandidate => ({ id: 'u', requestId: 'r', ...over });
  const UNLINKED = { requestId: 'u' };
  const TWO_REQUESTS = [link(), link({ requestId: 's' })];
  const AFTER_RETRY = [link(), link({ isAfterRetry: true })];
  const LINKED = { requestId: 'r', note: 'linked' };
  type Row = Parameters<LinkResolver['resolve']>[1];
  it.each<[string, LinkCandidate[], Partial<Row>, object]>([
    ['that is in no row keeps it', [{ id: 'x' }], {}, { ...UNLINKED, note: 'linkUnknown' }],
    ['that cannot be in any row loses it', [], { isUntraced: true }, { note: 'untraced' }],
    ['of a local request keeps it', [{ id: 'u' }], {}, UNLINKED],
    ['of a channel test loses it', [{ id: 'u' }, { id: 'u', isTest: true }], {}, { note: 'linkedToTest' }],
    ['gets the request that caused it', [link()], {}, LINKED],
    ['gets its request, although a test has the id, too', [link(), { id: 'u', isTest: true }], {}, LINKED],
    ['in two rows of a request gets that request', [link(), link()], {}, LINKED],
    ['of two requests keeps it', TWO_REQUESTS, {}, { ...UNLINKED, note: 'linkAmbiguous' }],
    ['of a fee only loses it', [link({ isFee: true })], {}, { note: 'linkFee' }],
    ['of a request and a fee is linked', [link({ isFee: true }), link()], {}, LINKED],
    ['is linked to a fee if it is a fee itself', [link({ isFee: true })], { isFee: true }, LINKED],
    [
      'that may be of an earlier attempt keeps it if it failed',
      AFTER_RETRY,
      { failed: true },
      { ...UNLINKED, note: 'linkStale' },
    ],
    ['of an earlier attempt is linked if it succeeded', [link({ isAfterRetry: true })], {}, LINKED],
    [
      'gets the channel of both rows',
      [link({ channelId: '3' }), link({ channelId: '3' })],
      {},
      { ...LINKED, channelId: '3' },
    ],
    ['gets no channel if the rows differ', [link({ channelId: '3' }), link({ channelId: '7' })], {}, LINKED],
    ['is linked if its only attempt failed', [link()], { failed: true }, LINKED],
    [
      'of a request that may have been refunded',
      [link(), link({ mayBeReturned: true })],
      {},
      { ...LINKED, mayBeReturned: true },
    ],
  ])('%s', (_, candidates, upstream, resolved) =>
    expect(new LinkResolver(candidates).resolve('u', { failed: false, ...upstream })).toStrictEqual(resolved),
  );

  it('an id that no row has finds nothing', () =>
    expect(new LinkResolver([]).resolve(undefined, { failed: false })).toEqual({}));
});

describe('of the failed attempts of a request, the representative one is', () => {
  const attempt = (over: Row): Row => row({ type: 5, quota: 0, ...over });
  it.each<[string, Row, Row]>([
    ['the later one', { channel: 1, created_at: CREATED_AT + 1 }, { channel: 2, id: 999_999 }],
    ['in one second, the one with the greater id', { channel: 1, id: 20 }, { channel: 2, id: 3 }],
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
