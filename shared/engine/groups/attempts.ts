import { type Decimal, isPositive, plain, smaller, total, ZERO } from '../../money.ts';
import { TOKEN_KINDS, type Tokens } from '../../schemas/reconciliation-input.ts';
import { distinctAttempts } from '../rows/copies.ts';
import { isSameModel } from '../rows/model-name.ts';
import { byTie, earliestFirst, firstBy, latestFirst } from '../rows/order.ts';
import { isCreditNote, type UsageRow } from '../rows/row.ts';

const refundOf = (row: UsageRow): Decimal => row.refund ?? ZERO;

/**
 * The refund rows that repeat a gross of their request: of n rows of one gross at most n - 1, for one of them is
 * the charge; those with the larger refunds first.
 * @param rows without copies
 * @param keyOf what rows must share beside their gross; rows without a key restate nothing.
 */
export function restatedRefunds(
  rows: readonly UsageRow[],
  keyOf: (row: UsageRow) => string | undefined,
): UsageRow[] {
  if (rows.length < 2 || rows.every((row) => row.status !== 'refunded')) return [];
  const byGross = new Map<string, UsageRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined || !isPositive(row.gross)) continue;
    const grossKey = `${plain(row.gross)} ${key}`;
    byGross.set(grossKey, [...(byGross.get(grossKey) ?? []), row]);
  }
  return [...byGross.values()].flatMap((same) =>
    same
      .filter((row) => row.status === 'refunded')
      // All have one gross, so the smaller net has the larger refund.
      .sort((a, b) => a.net.comparedTo(b.net) || byTie(a, b))
      .slice(0, same.length - 1),
  );
}

function tokensTogether(lines: readonly UsageRow[]): Tokens | undefined {
  const tokens: Tokens = {};
  // Counts may have fractions, whose sum depends on their order.
  for (const line of lines.toSorted(byTie))
    for (const kind of TOKEN_KINDS) {
      const count = line.tokens?.[kind];
      if (count !== undefined) tokens[kind] = (tokens[kind] ?? 0) + count;
    }
  return lines.some((line) => line.tokens) ? tokens : undefined;
}

/** Several lines as one row: amounts and tokens added, the rest that of the line for the model sold. */
function together(lines: readonly UsageRow[], model: string): UsageRow {
  const ofModel = lines.filter((line) => isSameModel(line.model, model));
  const first = firstBy(ofModel.length > 0 ? ofModel : lines, byTie) as UsageRow;
  if (lines.length < 2) return first;
  return {
    ...first,
    gross: total(lines, (line) => line.gross),
    refund: lines.some((line) => line.refund) ? total(lines, refundOf) : undefined,
    net: total(lines, (line) => line.net),
    tokens: tokensTogether(lines),
  };
}

/** Lines that share an upstream id and a status, and of which nothing was refunded: a tool call beside the tokens. */
function linesById(rows: readonly UsageRow[]): UsageRow[][] {
  const lists: UsageRow[][] = [];
  const byId = new Map<string, UsageRow[]>();
  for (const row of rows) {
    const isLine = row.upstreamId !== undefined && !isPositive(refundOf(row));
    const key = `${row.status} ${row.upstreamId}`;
    const known = isLine ? byId.get(key) : undefined;
    if (known) known.push(row);
    else {
      const lines = [row];
      lists.push(lines);
      if (isLine) byId.set(key, lines);
    }
  }
  return lists;
}

/** Both count tokens, and nothing twice: a bill with a line for each meter. */
const areMeters = (a: UsageRow, b: UsageRow): boolean =>
  a.status === b.status &&
  a.tokens !== undefined &&
  b.tokens !== undefined &&
  TOKEN_KINDS.every((kind) => !(a.tokens?.[kind] && b.tokens?.[kind]));

/**
 * Puts the lines of one attempt together: first those of one upstream id, then, in the order of time, each with
 * the first before it that counts other kinds of tokens.
 */
function withLinesTogether(rows: UsageRow[], model: string): UsageRow[] {
  if (rows.length < 2) return rows;
  const attempts: { row: UsageRow; lines: UsageRow[] }[] = [];
  const inTime = linesById(rows)
    .map((lines) => ({ lines, row: together(lines, model) }))
    .sort((a, b) => earliestFirst(a.row, b.row));
  for (const { lines, row } of inTime) {
    const other = attempts.find((attempt) => areMeters(attempt.row, row));
    if (other) {
      other.lines.push(...lines);
      other.row = together(other.lines, model);
    } else attempts.push({ lines, row });
  }
  return attempts.map(({ row }) => row);
}

/** What the upstream rows of a request come to. */
export interface Attempts {
  /** Without copies and credit notes, lines put together; nets are what is left after credit notes. */
  attempts: UsageRow[];
  /** The latest success: the attempt that the customer got. */
  serving: UsageRow | undefined;
  /** Refund rows that repeat a cost. Of them only the refund counts here, as of a credit note. */
  restated: UsageRow[];
  /** What credit notes return beyond the nets of the attempts. */
  creditLeft: Decimal;
}

const servingOf = (attempts: readonly UsageRow[]): UsageRow | undefined =>
  firstBy(
    attempts.filter((row) => row.status === 'success'),
    latestFirst,
  );

/** Takes the credit from the attempts that did not serve, then from the serving one, each down to 0. */
function credited(rows: UsageRow[], credit: Decimal): Omit<Attempts, 'restated'> {
  const serving = servingOf(rows);
  let creditLeft = credit;
  const inTurn = rows
    .filter((row) => row !== serving)
    .sort(earliestFirst)
    .concat(serving ?? []);
  const attempts = inTurn.map((row) => {
    if (!isPositive(row.net) || !isPositive(creditLeft)) return row;
    const taken = smaller(row.net, creditLeft);
    creditLeft = creditLeft.minus(taken);
    return { ...row, net: row.net.minus(taken) };
  });
  return { attempts, serving: serving && attempts.at(-1), creditLeft };
}

const NONE: UsageRow[] = [];

/**
 * @param charges the settled upstream rows of one request
 * @param model the model sold
 */
export function attemptsOf(charges: UsageRow[], model: string): Attempts {
  const [only] = charges;
  if (charges.length < 2 && !(only && isCreditNote(only)))
    return {
      attempts: charges,
      serving: only?.status === 'success' ? only : undefined,
      restated: NONE,
      creditLeft: ZERO,
    };
  const rows = distinctAttempts(charges);
  const restated = restatedRefunds(rows, (row) => row.upstreamId);
  const isNote = (row: UsageRow) => isCreditNote(row) || restated.includes(row);
  const attempts = withLinesTogether(
    rows.filter((row) => !isNote(row)),
    model,
  );
  return { ...credited(attempts, total(rows.filter(isNote), refundOf)), restated };
}
