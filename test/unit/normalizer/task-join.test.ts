import { describe, expect, it, test } from 'vitest';
import { CREATED_AT, newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';
import { fieldsIn, tableRows } from '../../support/table.ts';

/** A submitted task, its refund, and its settlement. */
const ROWS: Readonly<Record<string, { row: Row; other: Row }>> = {
  charge: {
    row: { id: 10, request_id: 'submit', quota: 250_000 },
    other: { is_task: true, model_price: 0.1, group_ratio: 1, request_path: '/v1/videos' },
  },
  refund: {
    row: { id: 20, type: 6, request_id: 'random', quota: 250_000, created_at: CREATED_AT + 300 },
    other: { task_id: 'task_1', reason: 'policy', model_price: 0.1, group_ratio: 1 },
  },
  settlement: {
    row: { id: 30, request_id: 'random2', quota: 50_000, created_at: CREATED_AT + 200 },
    other: { task_id: 'task_1', pre_consumed_quota: 250_000, actual_quota: 300_000 },
  },
};

/**
 * Parses `charge user_id=1 other.task_id=t at=301`: changed fields, fields of `other`, and seconds after AT. `only.`
 * removes the usual fields of `other`. A dash removes a field.
 */
function rowIn(text: string): Row {
  const [kind = '', ...words] = text.split(' ');
  const { row, other } = ROWS[kind] as (typeof ROWS)[string];
  const { at, ...fields } = fieldsIn(words.join(' '));
  const named = (prefix: string) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
      ),
    );
  const only = named('only.');
  return newApiRow({
    ...{ model_name: 'sora-2', ...row },
    other: { ...(Object.keys(only).length > 0 ? only : other), ...named('other.') },
    ...(at !== undefined && { created_at: CREATED_AT + Number(at) }),
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('.'))),
  });
}
const rowsIn = (text: string): Row[] => text.split('; ').map(rowIn);

/** Lists requests as text: id, status, charge, and refund. */
const listRequests = (logs: Row[]): string =>
  normalizeAndCheck({ logs })
    .downstreamUsage.map(({ requestId, status, chargedAmount, refundAmount }) =>
      [requestId, status, chargedAmount, ...(refundAmount === undefined ? [] : [`-${refundAmount}`])].join(
        ' ',
      ),
    )
    .join(', ');

const UNJOINED = 'task:task_1:refund refunded 0 -0.5';

describe('a refund', () => {
  test.each(
    tableRows(`
    joins a submitted task                                        | refund; charge                                         | submit refunded 0.5 -0.5
    joins a charge without model ratio                            | refund; charge only.model_price=0.1 only.group_ratio=1 | submit refunded 0.5 -0.5
    joins a charge without snapshot                               | refund; charge other=                                  | submit refunded 0.5 -0.5
    joins a charge in the same second                             | refund; charge at=300                                  | submit refunded 0.5 -0.5
    joins a charge without user, token and channel if it has none |  charge user_id=- token_id=0 channel=0; refund user_id=- token_id=0 channel=0 | submit refunded 0.5 -0.5
    joins the charge of any token if it has none                  | charge; refund token_id=0                              | submit refunded 0.5 -0.5
    joins the only charge that is not later                       | charge id=11 request_id=b at=400; charge; refund       | b success 0.5, submit refunded 0.5 -0.5
    joins a charge beside that of another token                   | charge; charge id=11 token_id=89 request_id=b; refund  | submit refunded 0.5 -0.5, b success 0.5
    joins the charge of its token                                 | charge; charge id=11 token_id=89 request_id=b; refund; refund id=21 token_id=89 request_id=b other.task_id=task_2 | submit refunded 0.5 -0.5, b refunded 0.5 -0.5
    joins a charge after an earlier refund                        | refund id=5 at=-1 other.task_id=task_0; charge; refund | task:task_0:refund refunded 0 -0.5, submit refunded 0.5 -0.5
    of a part leaves the charge successful                        | charge; refund quota=100000 other.pre_consumed_quota=250000 | submit success 0.5 -0.2
    of the whole estimate refunds the charge                      | charge; refund other.pre_consumed_quota=250000         | submit refunded 0.5 -0.5
    without a task keeps its own request id                       | refund other=                                          | random refunded 0 -0.5
    is a record without any charge                                | refund                                                 | ${UNJOINED}
    does not join the charge of another user                      | charge user_id=1; refund                               | submit success 0.5, ${UNJOINED}
    does not join the charge of another token                     | charge token_id=1; refund                              | submit success 0.5, ${UNJOINED}
    does not join a charge without a token                        | charge token_id=0; refund                              | submit success 0.5, ${UNJOINED}
    does not join the charge of another channel                   | charge channel=1; refund                               | submit success 0.5, ${UNJOINED}
    does not join the charge of another model                     | charge model_name=sora; refund                         | submit success 0.5, ${UNJOINED}
    does not join a charge with another quota                     | charge quota=250001; refund                            | submit success 0.500002, ${UNJOINED}
    does not join a later charge                                  | charge at=301; refund                                  | submit success 0.5, ${UNJOINED}
    does not join a request with a price by tokens                | charge only.model_ratio=1 only.model_price=-1; refund  | submit success 0.5, ${UNJOINED}
    does not join a task with another id                          | charge only.task_id=task_2 only.is_task=true; refund   | submit success 0.5, ${UNJOINED}
    does not join the settlement of a task                        | charge only.task_id=task_1 only.pre_consumed_quota=9; refund | task:task_1 success 0.5, ${UNJOINED}
    does not join a charge in money                               | charge cost=0.5; refund                                | submit success 0.5, ${UNJOINED}
    does not join a violation fee                                 | charge only.violation_fee=true only.base_amount=0.5 only.group_ratio=1; refund | submit success 0.5, ${UNJOINED}
    does not join one of two charges if it has no token           | charge; charge id=11 request_id=b token_id=89; refund token_id=0 | submit success 0.5, b success 0.5, ${UNJOINED}
    does not join a charge beside a refund without token          | charge; refund token_id=0; refund id=21 other.task_id=task_2 | submit success 0.5, ${UNJOINED}, task:task_2:refund refunded 0 -0.5
    does not join one of two equal charges                        | charge; charge id=11 request_id=b; refund              | submit success 0.5, b success 0.5, ${UNJOINED}
    does not join one of two charges if one is in its second      | charge; charge id=11 request_id=b at=300; refund       | submit success 0.5, b success 0.5, ${UNJOINED}
    does not join a charge if there is another refund             | charge; refund; refund id=21 other.task_id=task_2      | submit success 0.5, ${UNJOINED}, task:task_2:refund refunded 0 -0.5
    does not join a charge with another estimate                  | charge; refund other.pre_consumed_quota=300000         | submit success 0.5, ${UNJOINED}
    does not join a charge of 0                                   | charge quota=0; refund quota=0                         | submit success 0, task:task_1:refund refunded 0 -0
    `),
  )('%s', (_, rows = '', requests) => expect(listRequests(rowsIn(rows))).toBe(requests));

  it('ignores rows of other kinds with the same quota', () => {
    const others = rowsIn(
      'charge id=12 request_id=c at=400 only.model_ratio=1 only.model_price=-1; charge id=13 request_id=d type=5 at=400; charge id=14 request_id=e quota=-250000 at=400; refund id=15 quota=-250000 at=400',
    );
    expect(normalizeAndCheck({ logs: [...rowsIn('charge; refund'), ...others] }).skipped.refundJoined).toBe(
      1,
    );
  });

  it('without a charge is noted', () =>
    expect(normalizeAndCheck({ logs: rowsIn('refund') }).notes).toContainEqual(
      expect.stringMatching(/^Refunds counted as separate rows: 1\./),
    ));
});

describe('a settlement', () => {
  it('is joined with the submitted task: one record with both charges and no expected charge', () => {
    const { downstreamUsage, skipped, notes } = normalizeAndCheck({ logs: rowsIn('settlement; charge') });
    expect(downstreamUsage).toMatchObject([
      {
        requestId: 'submit',
        status: 'success',
        chargedAmount: '0.6',
        occurredAt: '2026-08-17T01:30:15.000Z',
      },
    ]);
    expect(downstreamUsage[0]).not.toHaveProperty('expectedCharge');
    expect(skipped.settlementJoined).toBe(1);
    expect(notes).toContainEqual(expect.stringMatching(/A settlement was added/));
  });

  test.each(
    tableRows(`
    of another user is a separate request            | charge user_id=1; settlement           | submit success 0.5, task:task_1 success 0.1
    of another channel is a separate request         | charge channel=1; settlement           | submit success 0.5, task:task_1 success 0.1
    of another model is a separate request           | charge model_name=sora; settlement     | submit success 0.5, task:task_1 success 0.1
    of another token is a separate request           | charge token_id=1; settlement          | submit success 0.5, task:task_1 success 0.1
    with another estimate is a separate request      | charge quota=250001; settlement        | submit success 0.500002, task:task_1 success 0.1
    before the task is a separate request            | charge at=201; settlement              | submit success 0.5, task:task_1 success 0.1
    with two equal tasks is a separate request       | charge; charge id=11 request_id=b; settlement | submit success 0.5, b success 0.5, task:task_1 success 0.1
    with another settlement is a separate request    | charge; settlement; settlement id=31 other.task_id=task_2 | submit success 0.5, task:task_1 success 0.1, task:task_2 success 0.1
    without an estimate is a separate request        | charge; settlement other.pre_consumed_quota=- | submit success 0.5, task:task_1 success 0.1
    with an amount of money is a separate request    | charge; settlement cost=0.1            | submit success 0.5, task:task_1 success 0.1
    of 0 is a separate request                       | charge; settlement quota=0             | submit success 0.5, task:task_1 success 0
    below 0 is a refund                              | charge; settlement quota=-50000        | submit success 0.5, task:task_1:refund refunded 0 -0.1
    and a refund of the first charge are one request | charge; settlement; refund other.pre_consumed_quota=250000 | submit success 0.6 -0.5
    and a refund of both charges are one request     | charge; settlement; refund quota=300000 other.pre_consumed_quota=250000 | submit refunded 0.6 -0.6
    `),
  )('%s', (_, rows = '', requests) => expect(listRequests(rowsIn(rows))).toBe(requests));

  it('of an upstream gateway is joined as well', () =>
    expect(
      normalizeAndCheck({ logs: [], upstreamCharges: rowsIn('charge; settlement') }).upstreamCharges,
    ).toMatchObject([{ requestId: 'submit', costAmount: '0.6' }]));
});

describe('rows that name one task are one request', () => {
  const NAMED = 'charge request_id=submit1 only.is_task=true only.model_price=0.1 only.task_id=task_1';
  const TWIN = 'charge id=11 request_id=submit2 only.is_task=true only.model_price=0.1 only.task_id=task_2';

  test.each(
    tableRows(`
    a charge keeps its request id                                            | ${NAMED}                                  | submit1 success 0.5
    a refund of one of two equal tasks                                       | ${NAMED}; ${TWIN}; refund                 | submit1 refunded 0.5 -0.5, submit2 success 0.5
    a settlement adds to the charge                                          | ${NAMED}; settlement                      | submit1 success 0.6
    a settlement that is marked as a task adds to the charge                 | ${NAMED}; settlement other.is_task=true  | submit1 success 0.6
    a settlement adds to a charge of 0                                       | ${NAMED} quota=0; settlement              | submit1 success 0.1
    a refund of a part is a cheaper settlement                               | ${NAMED}; refund quota=100000 other.pre_consumed_quota=250000 | submit1 success 0.5 -0.2
    a negative settlement is a refund                                        | ${NAMED}; settlement quota=-100000        | submit1 success 0.5 -0.2
    a settlement and a refund of all of it                                   | ${NAMED}; settlement; refund quota=300000 | submit1 refunded 0.6 -0.6
    a refund that was paid out twice                                         | ${NAMED}; refund; refund id=21            | submit1 refunded 0.5 -1
    a refund of another token, channel, model and quota, earlier than the charge | ${NAMED}; refund token_id=1 channel=1 model_name=sora quota=1000 at=-9 | submit1 success 0.5 -0.002
    a violation fee is not refunded                                          | ${NAMED} only.violation_fee=true only.base_amount=0.5 only.group_ratio=1 only.is_task=- only.model_price=-; refund | submit1 success 0.5, ${UNJOINED}
    no charge is refunded if two name the task                               | ${NAMED}; ${NAMED} id=11 request_id=again; refund | submit1 success 0.5, again success 0.5, ${UNJOINED}
    a charge without task id is joined as well                               | ${NAMED}; charge id=11; refund; refund id=21 other.task_id=task_9 | submit1 refunded 0.5 -0.5, submit refunded 0.5 -0.5
    `),
  )('%s', (_, rows = '', requests) => expect(listRequests(rowsIn(rows))).toBe(requests));

  it('also of an upstream gateway, under the id of its request', () =>
    expect(
      normalizeAndCheck({ logs: [], upstreamCharges: rowsIn(`${NAMED}; settlement`) }).upstreamCharges,
    ).toMatchObject([{ requestId: 'submit1', costAmount: '0.6' }]));
});

test.each(
  tableRows(`
  without units                | charge; refund                                               | 1
  with one unit                | charge quota_per_unit=1000; refund quota_per_unit=1000       | 1
  with the unit of the payload | charge quota_per_unit=500000; refund                         | 1
  not with another unit        | charge quota_per_unit=1000; refund                           | 0
  not with two units           | charge quota_per_unit=1000; refund quota_per_unit=1001       | 0
  not with another user        | charge user_id=1; refund                                     | 0
  `),
)('rows of an upstream gateway are joined %s', (_, rows = '', joined) =>
  expect(normalizeAndCheck({ logs: [], upstreamCharges: rowsIn(rows) }).skipped.refundJoined).toBe(
    Number(joined),
  ),
);

it('a ledger of equal tasks is joined in linear time', () => {
  const many = Array.from({ length: 2400 }, (_, i) => [
    rowIn(`charge id=${2 * i + 1} request_id=r${i} at=${i}`),
    rowIn(`refund id=${2 * i + 2} request_id= at=${i + 5} other.task_id=t${i}`),
  ]);
  expect(normalizeAndCheck({ logs: many.flat() }).skipped.refundJoined).toBe(0);
});
