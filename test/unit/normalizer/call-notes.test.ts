import { describe, expect, it } from 'vitest';
import { CREATED_AT, newApiRow, oneApiRow, type Row, topUpRow } from '../../support/fixtures/native-rows.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/** The example of a log row in the contract, which has no type. */
const untyped = (more: Row = {}): Row => ({
  id: 1,
  request_id: 'r1',
  created_at: CREATED_AT,
  model_name: 'm',
  ...more,
});
const bill = { model: 'm', cost: 1, timestamp: CREATED_AT };
const debit = (n: number): Row => ({ ...bill, cost: -1, id: `c${n}` });
const many = Array.from({ length: 300 }, (_, n) =>
  newApiRow({ id: 300 - n, created_at: CREATED_AT - n, request_id: `r${300 - n}` }),
);
const six = [1, 2, 3, 4, 5, 6].map((n) => ({ ...bill, timestamp: CREATED_AT + n }));
const byCall = newApiRow({ quota: 5000, other: '{"model_price":0.01,"group_ratio":1,"model_ratio":0}' });
const tiered = JSON.stringify({
  billing_mode: 'tiered_expr',
  expr_b64: btoa('tier("a", p * 3)'),
  group_ratio: 1,
  matched_tier: 'a',
  model_price: 0,
});
const own = [1, 2, 3].map((n) => newApiRow({ id: 0, user_id: 4, request_id: `r${n}` }));
const pageOf = (items: Row[] | null, total: number) => ({
  success: true,
  data: { page: 1, page_size: 100, total, items },
});
const [start, rest] = [many.slice(0, 100), many.slice(100)];

const PAYMENT_LIKE =
  /^Rows of `logs` without a type, counted as charges, although they look like payments, .*: 1\./;
const UNIT = /^Rows of `logs` with a fixed price .* at 500000 quota per unit.*: 1\. Set `quotaPerUnit` to/;

/** Payload, number of records of each ledger, and the first note. Without a note, no note is about these subjects. */
type Case = readonly [payload: Row, records: readonly number[], note?: RegExp];
const ABOUT_CALLS = /look like|fixed price|money beside|announce|single user|rows of new-api/;

describe('a valid body is always accepted, and a note describes suspicious rows', () => {
  it.each(
    Object.entries<Case>({
      'a row with a cost': [{ logs: [untyped({ cost: '0.5' })] }, [1]],
      'a row with a total cost and a user': [{ logs: [untyped({ total_cost: 1, user_id: 3 })] }, [1]],
      'a row with an amount and an order': [
        { logs: [untyped({ amount: 1, trade_no: 't' })] },
        [1],
        PAYMENT_LIKE,
      ],
      'a row of quota': [
        { logs: [untyped({ quota: 5 })] },
        [1],
        /^Rows of `logs` without a type, counted as sales: 1\./,
      ],
      'a row with columns of a bill': [
        { logs: [untyped({ total_cost: 1, native_tokens_prompt: 5 })] },
        [1],
        PAYMENT_LIKE,
      ],
      'a row with columns of the task list': [
        { logs: [untyped({ quota: 5, task_id: 't', platform: 'p', action: 'a' })] },
        [1],
        PAYMENT_LIKE,
      ],
      'a row of a payment with a type': [{ logs: [newApiRow({ trade_no: 't' })] }, [1]],
      'an upstream row without a type': [
        { logs: [], upstreamCharges: [untyped({ quota: 5, token_used: 9, count: 2 })] },
        [0, 1],
        /^Rows of `upstreamCharges` without a type/,
      ],
      'the log as the bill, too': [{ logs: many, upstreamCharges: many }, [300, 300]],
      'a bill that starts over': [{ logs: [], upstreamCharges: [...six, ...six] }, [0, 12]],
      'a bill of refunds': [{ logs: [], upstreamCharges: [debit(1), debit(2), debit(3)] }, [0, 3]],
      'a log of one user': [{ logs: many.map((row) => ({ ...row, user_id: 7 })) }, [300]],
      'a user’s own list': [{ logs: own }, [3], /^`logs` is a single user's own list/],
      'rows of two gateways': [
        { logs: [newApiRow(), oneApiRow({ id: 1 })] },
        [2],
        /^`logs` has rows of new-api and of one-api, .* `upstreamCharges`\.$/,
      ],
      'another unit than money and quota show': [
        { logs: many.slice(0, 20).map((row) => ({ ...row, quota: 5000, cost: '0.01' })), quotaPerUnit: 1e6 },
        [20],
        /^Rows of `logs` with money and quota that were charged at 500000 quota per unit.*: 20\. Set `quotaPerUnit` to/,
      ],
      'a smaller unit than prices show': [{ logs: [byCall], quotaPerUnit: 250_000 }, [1], UNIT],
      'a larger unit than prices show': [{ logs: [byCall], quotaPerUnit: 5e6 }, [1], UNIT],
      'the unit that prices show': [{ logs: [byCall], quotaPerUnit: 500_000 }, [1]],
      'prices as expressions': [{ logs: [newApiRow({ quota: 5_000_000, other: tiered })] }, [1]],
      'all pages': [{ logs: [pageOf(start, 300), pageOf(rest, 300)] }, [300]],
      'a list that grew': [{ logs: [pageOf(start, 300), pageOf(rest, 301)] }, [300]],
      'one page of three': [{ logs: pageOf(start, 300) }, [100], /^`logs` has only 100 of the 300 rows/],
      'one page twice': [
        { logs: [pageOf(start, 200), pageOf(start, 200)] },
        [100],
        /^`logs` has only 100 of the 200/,
      ],
      'an empty page after the end': [{ logs: pageOf(null, 300) }, [0], /^`logs` has only 0 of the 300 rows/],
      'a page of payments': [
        { logs: [], payments: { total: 2, items: [topUpRow()] } },
        [0, 0, 1],
        /^`payments` has only 1 of the 2/,
      ],
      'pages of channels': [
        { logs: [], channels: [{ total: 2, data: [{ id: 1, name: 'c' }] }] },
        [0],
        /^`channels` has only 1 of/,
      ],
      'a hundred thousand pages with a total': [
        { logs: Array.from({ length: 100_000 }, () => ({ total: 1, data: [] })) },
        [0],
        /^`logs` has only 0 of the 1 rows/,
      ],
    }),
  )('%s', (_, [payload, [logs = 0, upstream = 0, payments = 0], note]) => {
    const { meta } = normalizeAndCheck(payload);
    const skipped = meta.rows.skipped.pageOverlap;
    expect(meta.rows).toMatchObject({ downstreamUsage: logs, upstreamCharges: upstream, payments });
    expect(skipped).toBe(meta.rows.received - logs - upstream - payments);
    if (note) expect(meta.notes[0]).toMatch(note);
    else expect(meta.notes.join('\n')).not.toMatch(ABOUT_CALLS);
  });
});
