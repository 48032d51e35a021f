import * as v from 'valibot';
import { MAPPED_MOVEMENT, paymentMovements } from '../../bills/vocabulary.ts';
import { type Decimal, isNegative, toPlainText, ZERO } from '../../money/money.ts';
import { FieldProblem } from '../../normalizer/fields/row-problem.ts';
import { readSignedDecimal } from '../../normalizer/fields/written-number.ts';
import type { NativeObject } from '../../normalizer/intake/native.ts';
import { closedObject } from '../../schemas/closed.ts';
import { toSchemaMessage } from '../../sentence.ts';
import {
  type CellSelector,
  cellSelector,
  columnTexts,
  matchesTexts,
  name,
  readColumn,
  readFirstCell,
  texts,
} from './cells.ts';

const MOVEMENTS = Object.keys(paymentMovements) as (keyof typeof paymentMovements)[];
const optionalTexts = v.exactOptional(texts);
/** Schema of the mapping's `movements`, for reports with several rows for each payment (charge, fee, refund). */
export const movementsSchema = closedObject({
  column: name,
  ...(Object.fromEntries(MOVEMENTS.map((movement) => [movement, optionalTexts])) as Record<
    (typeof MOVEMENTS)[number],
    typeof optionalTexts
  >),
});
/** Setting `movements` of a mapping: the column with the type of a row of a payment report, and its texts for each type. */
export type Movements = v.InferOutput<typeof movementsSchema>;

const AMOUNT = toSchemaMessage({
  en: 'must be a column, {"in": …, "out": …} with two columns, or {"column": …, "outWhere": {"column": …, "is": […]}}',
  zh: '必须是列名、{"in": …, "out": …} 形式的两列，或 {"column": …, "outWhere": {"column": …, "is": […]}}',
});
const twoColumns = closedObject({ in: cellSelector, out: cellSelector });
const oneColumn = closedObject({ column: cellSelector, outWhere: columnTexts });
/** Schema of an amount whose direction is not its sign: one column each for income and expenses, or one column and a condition. */
export const directedAmount = v.union([twoColumns, oneColumn], AMOUNT);
/** Amount whose direction (income or expense) is not the sign of the number: `{in, out}` or `{column, outWhere}`. */
export type DirectedAmount = v.InferOutput<typeof directedAmount>;

/** Returns whether the value of a field in a mapping is an amount of the form `{in, out}` or `{column, outWhere}`. */
export const isDirected = (value: unknown): value is DirectedAmount =>
  typeof value === 'object' && value !== null && ('in' in value || 'out' in value || 'outWhere' in value);

/** Lists the cells that give an amount and its direction: two amount columns, or an amount column and a condition. */
export const listAmountCells = (amount: DirectedAmount): readonly CellSelector[] =>
  'in' in amount ? [amount.in, amount.out] : [amount.column, amount.outWhere.column];

function readSignedAmount(
  row: NativeObject,
  selector: CellSelector,
  currency: string | undefined,
): { column: string; amount: Decimal } {
  const { column, text } = readFirstCell(row, selector);
  return { column, amount: readSignedDecimal(text, column, currency) ?? ZERO };
}

/**
 * Reads the amount of a row of a payment report: above 0 for income, below 0 for an expense, 0 for an empty cell; and
 * the `column` that contains it. Throws a FieldProblem if a row is both income and expense. A currency sign in the cell
 * must match the currency.
 */
export function readAmount(
  row: NativeObject,
  amount: CellSelector | DirectedAmount,
  currency: string | undefined,
) {
  if (!isDirected(amount)) return readSignedAmount(row, amount, currency);
  if ('in' in amount) {
    const [income, expenditure] = [
      readSignedAmount(row, amount.in, currency),
      readSignedAmount(row, amount.out, currency),
    ];
    if (!income.amount.isZero() && !expenditure.amount.isZero())
      throw new FieldProblem(income.column, {
        en: 'and the column of the other direction both have an amount. A row must have only one of the two',
        zh: '与另一方向的列同时有金额，每行只能有其中之一',
      });
    return income.amount.isZero() ? { ...expenditure, amount: expenditure.amount.abs().negated() } : income;
  }
  const read = readSignedAmount(row, amount.column, currency);
  return matchesTexts(row, amount.outWhere) ? { ...read, amount: read.amount.abs().negated() } : read;
}

/**
 * Converts a row of a payment report to the amount and type that the normalizer reads.
 * @param selector column of the signed amount, or columns of income and expense
 * @returns `undefined` for a row whose type is `none`, or that has an unlisted type and no money; `unknown` for an
 * unlisted type with money
 * @throws FieldProblem if a charge has a negative amount, or a row is both income and expense
 */
export function mapMovement(
  row: NativeObject,
  { column, ...kinds }: Movements,
  selector: CellSelector | DirectedAmount,
  factor: Decimal,
  currency: string | undefined,
): NativeObject | 'unknown' | undefined {
  const word = readColumn(row, column);
  const movement = MOVEMENTS.find((kind) => kinds[kind]?.includes(word));
  if (movement === 'none') return undefined;
  const { column: at, amount } = readAmount(row, selector, currency);
  if (movement === undefined) return amount.isZero() ? undefined : 'unknown';
  if (movement === 'charge' && isNegative(amount))
    throw new FieldProblem(at, {
      en: 'is an expense, but "movements" lists this type of row under "charge". Move the type to another entry, such as "refund" or "fee"',
      zh: '是支出，但 "movements" 把这类行列在 "charge" 下。请改列入其他类别，如 "refund" 或 "fee"',
    });
  return {
    [MAPPED_MOVEMENT]: movement,
    amount: toPlainText(amount.times(factor)),
    ...(isDirected(selector) && { isSigned: true }),
  };
}
