import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalize } from '#shared/normalizer/normalize.ts';
import { Rejection } from '#shared/rejections.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import {
  CREATED_AT,
  newApiRow,
  oneApiRow,
  oneHubRow,
  type Row,
  ratios,
} from '../../support/fixtures/native-rows.ts';

/** No text anywhere costs more than this many times what `JSON.parse` takes for its body. */
const TIMES_MAX = 400;
/** Long enough for quadratic time to show, and short enough to wait for it. */
const SHORT = 30_000;
const LONG = 400_000;
/** Clocks are coarse and machines busy: below this nothing is judged. */
const MILLISECONDS_MIN = 50;

/** Where a text may stand: a body with it as the value, or the name, of one field. */
type Place = (text: string) => Row;

const normalizing = (payload: Row): Row => ({
  connector: 'new-api',
  quotaPerUnit: 500_000,
  logs: [],
  ...payload,
});
const topUp = {
  trade_no: 't',
  money: 1,
  amount: 1,
  status: 'success',
  create_time: CREATED_AT,
  payment_method: 'x',
};
const bill = { cost: 1, time: CREATED_AT, request_id: 'r', model: 'm', status: 'ok', currency: 'USD' };
const used = { requestId: 'r', occurredAt: '2026-08-17T01:30:15Z', model: 'm', status: 'success' };
const record = { ...used, chargedAmount: '1' };
const charge = { ...used, costAmount: '1' };
const channel = { id: 1, name: 'c', base_url: '', setting: '', channel_info: {} };
const tiered = { ...ratios(), billing_mode: 'tiered_expr', expr_b64: '', matched_tier: 'x' };

/** One place for each field of a row, and one for a name beside them. */
const fieldsOf = (row: Row, around: (row: Row) => Row): Place[] => [
  ...Object.keys(row).map((key) => (text: string) => around({ ...row, [key]: text })),
  (text) => around({ ...row, [text]: 'x' }),
  (text) => around({ ...row, [text]: { secret: 'x' } }),
];
const newApiAround = (over: (other: Row) => Row) => (other: Row) =>
  normalizing({ logs: [newApiRow({ other: over(other) })] });

const places: Place[] = [
  ...fieldsOf(newApiRow({ upstream_request_id: '', note: '' }), (row) => normalizing({ logs: [row] })),
  ...fieldsOf(newApiRow(), (row) => normalizing({ upstreamCharges: [row] })),
  ...fieldsOf(
    tiered,
    newApiAround((other) => other),
  ),
  ...fieldsOf(
    { count: 1, price: 1, name: '' },
    newApiAround((tool) => ratios({ tool_surcharges: [tool] })),
  ),
  ...fieldsOf(oneApiRow(), (row) => normalizing({ connector: 'one-api', logs: [row] })),
  ...fieldsOf(oneHubRow(), (row) => normalizing({ connector: 'one-hub', logs: [row] })),
  ...fieldsOf(bill, (row) => normalizing({ upstreamCharges: [row] })),
  ...fieldsOf(topUp, (row) => normalizing({ payments: [row] })),
  ...fieldsOf(channel, (row) => normalizing({ channels: [row] })),
  ...fieldsOf({ success: false, message: '', code: 1 }, (page) => normalizing({ logs: page })),
  ...fieldsOf({ success: true, data: [], total: 0 }, (page) => normalizing({ logs: [page] })),
  ...fieldsOf(normalizing({ currency: 'USD', period: {} }), (payload) => payload),
  ...fieldsOf(record, (row) => ({ downstreamUsage: [row] })),
  ...fieldsOf(charge, (row) => ({ downstreamUsage: [], upstreamCharges: [row] })),
  (text) => normalizing({ channels: [{ id: 1, base_url: [text] }] }),
  (text) => normalizing({ logs: [newApiRow({ note: text.slice(0, 100).split('').concat(text) })] }),
];

function answer(body: Row): void {
  try {
    if ('downstreamUsage' in body)
      reconcile(readBody(reconciliationInputSchema, body), '2026-11-21T00:00:00Z');
    else normalize(body);
  } catch (refusal) {
    if (!(refusal instanceof Rejection)) throw refusal;
  }
}

const fastest = (work: () => void, runs: number): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
};

/** Whether a body of this text is answered in time; a slow answer is measured again, against a busy machine. */
function inTime(place: Place, hostile: string): boolean {
  const body = place(hostile);
  const first = fastest(() => answer(body), 1);
  if (first <= MILLISECONDS_MIN) return true;
  const text = JSON.stringify(body);
  const bound = TIMES_MAX * fastest(() => JSON.parse(text), 3);
  return first <= bound || fastest(() => answer(body), 2) <= Math.max(MILLISECONDS_MIN, bound);
}

const PIECES = [
  ...' \t\n\u0000@?/\\#:;,.=+-_*()[]{}"\'`0195aAeEkszZ模',
  ...['sk-', 'http://', '://', '{"a":', '[[', '{}', '\\u0040', '\\"', 'T', '00:00', '9.0', 'e1', '1e9'],
  ...['eyJ', 'AKIA', 'key=', 'token:', 'password', 'Bearer ', 'cookie'],
  ...['p * ', 'tier("a", ', '2 ** ', '!', ' ? 1 : ', '&&', 'v1:', '//'],
  ...['😀', '\ud800', '\u2028', 'İ'],
];
const piece = fc.constantFrom(...PIECES);
const words = (maxLength: number) => fc.array(piece, { maxLength }).map((parts) => parts.join(''));

test('every field reads any text in linear time', () => {
  const worst = fc.record({
    place: fc.constantFrom(...places),
    prefix: words(3),
    pump: fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
    suffix: words(2),
    encoded: fc.boolean(),
  });
  fc.assert(
    fc.property(worst, ({ place, prefix, pump, suffix, encoded }) => {
      const textOf = (length: number): string => {
        const text = `${prefix}${pump.repeat(length / pump.length)}${suffix}`;
        return encoded ? Buffer.from(text).toString('base64') : text;
      };
      for (const length of [SHORT, LONG]) expect(inTime(place, textOf(length))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test.each(PIECES)('repeated %j takes linear time in every field', (pump) => {
  const hostile = pump.repeat(SHORT / pump.length);
  for (const place of places) expect(inTime(place, hostile)).toBe(true);
});
