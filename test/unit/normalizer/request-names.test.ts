import { describe, expect, it } from 'vitest';
import { CREATED_AT, newApiRow, oneHubRow, type Row } from '../../support/fixtures/native-rows.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const namesOf = (...rows: Row[]) =>
  normalizeAndCheck({ connector: 'one-hub', logs: rows }).downstreamUsage.map(({ requestId }) => requestId);
const row = (id: unknown, over: Row = {}) => oneHubRow({ id, ...over });

describe('a row without request id is named by', () => {
  it('its row id, if all ids of the ledger are positive and unique and grow with time', () =>
    expect(
      namesOf(
        row(9, { created_at: CREATED_AT + 9 }),
        row(7),
        row('8.0', { created_at: CREATED_AT + 9 }),
        row(5, { type: 4, created_at: 'soon' }),
      ),
    ).toEqual(['one-hub:9', 'one-hub:7', 'one-hub:8']));

  it.each<[string, Row[]]>([
    ['an id of 0', [row(1), row(0)]],
    ['a missing id', [row(1), row(undefined)]],
    ['an id of 0 on a skipped row', [row(1), row(0, { type: 4 })]],
  ])('its content, if there is %s', (_, rows) =>
    expect(namesOf(...rows)[0]).toMatch(/^one-hub:[0-9a-f]{16}$/),
  );

  it('its row id, although an overlap repeats it', () =>
    expect(namesOf(row(1), row(1))).toEqual(['one-hub:1']));

  it('its content without id, username and channel name, with a number if it repeats', () => {
    const ignored = { id: 0, username: 'a' };
    const [first, second, third, other] = namesOf(
      row(0),
      row(0, { username: 'b' }),
      row(0, { username: 'c', channel_name: 'x' }),
      row(0, { ...ignored, quota: 1 }),
    );
    expect([second, third]).toEqual([`${first}#2`, `${first}#3`]);
    expect(other).not.toBe(first);
  });

  it('its content with a number, and a note counts these rows', () =>
    expect(normalizeAndCheck({ connector: 'one-hub', logs: [row(0), row(0), row(0)] }).notes).toContainEqual(
      expect.stringMatching(/: 2\. If pages of a user's own list overlap/),
    ));

  it('its content, in any order of keys', () => {
    const reversed = Object.fromEntries(Object.entries(row(0)).reverse());
    expect(namesOf(reversed)).toEqual(namesOf(row(0)));
  });

  it('a documented text: sha256 of compact JSON with sorted keys', () =>
    expect(namesOf({ created_at: CREATED_AT, quota: 1, model_name: 'ü', id: 0, metadata: null })).toEqual([
      // printf '%s' '{"created_at":1786930215,"metadata":null,"model_name":"ü","quota":1}' | sha256sum
      'one-hub:59c281a8eaa04f41',
    ]));

  it('a name that matches no upstream ledger, and a note says so', () => {
    expect(normalizeAndCheck({ connector: 'one-hub', logs: [row(1)] }).notes).toContainEqual(
      expect.stringMatching(/^Requests whose id was built from their row id: 1\./),
    );
    expect(normalizeAndCheck({ connector: 'one-hub', logs: [row(0)] }).notes).toContainEqual(
      expect.stringMatching(/^Requests whose id was built from their content: 1\./),
    );
  });
});

describe('a native request id', () => {
  it.each(['new-api', 'one-api', 'one-hub', 'voapi'])('of %s is used unchanged', (connector) =>
    expect(
      normalizeAndCheck({ connector, logs: [{ ...newApiRow({ request_id: ' Ä1 ' }), other: null }] })
        .downstreamUsage[0]?.requestId,
    ).toBe(' Ä1 '),
  );

  it('is used for each row that has it', () =>
    expect(
      normalizeAndCheck({
        logs: [newApiRow({ id: 1 }), newApiRow({ id: 2, request_id: '' })],
      }).downstreamUsage.map((r) => r.requestId),
    ).toEqual(['20260817013006123456789c4a91e07k3Jd9s0a', 'new-api:2']));
});

describe('rows of a task', () => {
  it('settled above the estimate are named by the task', () => {
    const other = { task_id: 'task_1', pre_consumed_quota: 5, actual_quota: 9, model_ratio: 1 };
    expect(normalizeAndCheck({ logs: [newApiRow({ other })] }).downstreamUsage).toMatchObject([
      { requestId: 'task:task_1', status: 'success', chargedAmount: '0.00244' },
    ]);
  });

  it('with a partial refund as a negative charge are named by the refund', () => {
    const other = { task_id: 'task_1', total_tokens: 5, quota_delta: -5 };
    expect(normalizeAndCheck({ logs: [newApiRow({ quota: -5, other })] }).downstreamUsage).toMatchObject([
      { requestId: 'task:task_1:refund', status: 'refunded', refundAmount: '0.00001' },
    ]);
  });
});
