import { readFileSync } from 'node:fs';
import { parseCases } from '../engine/case-file.ts';
import { fieldsIn, textsIn, wordsIn } from '../table.ts';
import {
  buildBillLine,
  buildPayment,
  buildRequestLine,
  type Plan,
  PURCHASE_PRICES,
  type Sale,
} from './planted-books.ts';

/** Reads conditions such as `model=gpt-4o day>=12`. All must hold. */
const readConditions = (words: readonly string[]) => {
  const conditions = words.map((word) => /^(\w+)(>=|<=|=|>|<)(.+)$/.exec(word) ?? []);
  return (sale: Sale): boolean =>
    conditions.every(([, name, sign, value = '']) => {
      const found = sale[name as keyof Sale];
      if (sign === '=') return `${found}` === value;
      const [left, right] = [Number(found), Number(value)];
      if (sign === '>=') return left >= right;
      if (sign === '<=') return left <= right;
      return sign === '>' ? left > right : left < right;
    });
};

/** Splits words into conditions and fields of a bill line. */
const isField = (word: string): boolean => word.startsWith('status=');
/** Ten units of quota. */
const DUST = 0.00002;

/** A share or factor for some sales: a number, `absent`, or `less` by ten units of quota. */
function readFactor(lines: readonly string[][], otherwise: 1): (sale: Sale) => number | null {
  const rules = lines.map(([factor, ...words]) => ({ factor, holds: readConditions(words) }));
  return (sale) => {
    const { factor } = rules.find(({ holds }) => holds(sale)) ?? {};
    if (factor === 'absent') return null;
    return factor === 'less' ? 1 - DUST / sale.price : Number(factor ?? otherwise);
  };
}

function readChanges(lines: readonly string[][]): (sale: Sale) => object {
  const rules = lines.map(([json = '', ...words]) => ({
    fields: JSON.parse(json),
    holds: readConditions(words),
  }));
  return (sale) => Object.assign({}, ...rules.flatMap(({ fields, holds }) => (holds(sale) ? [fields] : [])));
}

/** Lines of the bill beside those of the sales: of the same sales again, and of other models. */
const readLines =
  (again: readonly string[][], others: readonly string[][]) =>
  (sales: readonly Sale[]): object[] => [
    ...again.flatMap(([factor, ...words]) => {
      const fields = textsIn(words.filter(isField).join(' '));
      const holds = readConditions(words.filter((word) => !isField(word)));
      return sales.filter(holds).map((sale) =>
        buildRequestLine(sale, sale.cost * Number(factor), {
          ...(fields.status && { upstreamId: `failed-${sale.id}` }),
          ...fields,
        }),
      );
    }),
    ...others.map(([day = '', model = '', ...words]) =>
      buildBillLine(Date.parse(day), model, 1, textsIn(words.join(' '))),
    ),
  ];

/** Reads a plan of lines: what differs from a correct month. */
function readPlan(lines: readonly string[]): Plan {
  const of = (kind: string) =>
    lines.map(wordsIn).flatMap(([first, ...words]) => (first === kind ? [words] : []));
  const [days] = of('days');
  const settings = Object.assign({}, ...of('set').map((words) => fieldsIn(words.join(' '))));
  const [fieldsOf, snapshotOf] = [readChanges(of('row')), readChanges(of('snapshot'))];
  const payments = of('payment').map((words) => {
    const { user, day, ...more } = textsIn(words.join(' '));
    const fields = Object.entries(more).map(([name, value]) => [name, value === '-' ? undefined : value]);
    return buildPayment(Number(user), Number(day), Object.fromEntries(fields));
  });
  return {
    ...(days && { from: Number(days[0]), to: Number(days[1]) }),
    ...(lines.includes('grain day') && { grain: 'day' }),
    hoursEast: Number(of('east')[0]?.[0] ?? 0),
    ...(payments.length > 0 && { payments }),
    billCurrency: of('currency')[0]?.[0] ?? 'USD',
    hasBill: !lines.includes('no bill'),
    hasPayments: !lines.includes('no payments'),
    charged: readFactor(of('charged'), 1),
    billed: readFactor(of('billed'), 1),
    row: (sale) => ({ fields: fieldsOf(sale), other: snapshotOf(sale) }),
    lines: readLines(of('again'), of('line')),
    settings: { ...settings, ...(lines.includes('prices') && { prices: PURCHASE_PRICES }) },
  };
}

/** What the first lines must state, by word; amounts that are left out must not occur. */
export type Told = Readonly<
  Partial<
    Record<'lost' | 'owed' | 'doubtful' | 'margin' | 'cause' | 'remedy' | 'gap' | 'note' | 'exit', string>
  >
>;

const FILE = new URL('planted-months.txt', import.meta.url);

/**
 * The months of `planted-months.txt`. Lines of a plan:
 *
 *   charged 0.5 user=4 day>=12         share of the price for these sales; absent: not in the log; less: by dust
 *   billed 2 model=gpt-4o              factor on their cost; absent: not in the bill
 *   row, snapshot {"group_ratio":0} user=5   changed fields of log rows and of their price snapshots
 *   again 0.2 day=17 status=failed     further lines of the bill for these sales
 *   line 2026-10-03 gemini-2.5-pro     a further line of the bill, of 1
 *   payment user=5 day=4 status=refunded   replaces the correct payments
 *   grain day, east 8, days 2 25, currency CNY, no bill, no payments, prices, set quotaPerUnit=5000
 */
export const plantedMonths: readonly (readonly [name: string, plan: Plan, told: Told])[] = parseCases(
  readFileSync(FILE, 'utf8'),
).map(({ name, ledger, finds }) => [
  name,
  readPlan(ledger),
  Object.fromEntries(finds.map((find) => [find.split(' ')[0], find.replace(/^\w+ ?/, '')])),
]);
