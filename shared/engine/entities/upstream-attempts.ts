import { type Decimal, isPositive, smaller, sumBy, toPlainText, ZERO } from '../../money/money.ts';
import { TOKEN_KINDS, type Tokens } from '../../schemas/reconciliation-input.ts';
import { removeCopiedCharges } from '../rows/copies.ts';
import { isSameModel } from '../rows/model-name.ts';
import { byTie, earliestFirst, findFirst, latestFirst } from '../rows/order.ts';
import { grossOf, isCreditNote, netOf, refundOf, type UsageRow } from '../rows/row.ts';

/**
 * Finds refund rows that repeat the gross amount of their charge, so that sums would count it twice. Among rows of one
 * request, without copies, with equal gross and equal key (such as the upstream id; rows without one are skipped), one
 * is the charge: all but one are returned at most, those with the largest refunds.
 */
export function findRestatedRefunds(
  rows: readonly UsageRow[],
  keyOf: (row: UsageRow) => string | undefined,
): UsageRow[] {
  if (rows.length < 2 || rows.every((row) => row.status !== 'refunded')) return [];
  const charged = rows.filter((row) => keyOf(row) !== undefined && isPositive(row.gross));
  return [...Map.groupBy(charged, (row) => `${toPlainText(row.gross)} ${keyOf(row)}`).values()].flatMap(
    (same) =>
      same
        .filter((row) => row.status === 'refunded')
        // All have the same gross, so a smaller net means a larger refund.
        .sort((a, b) => a.net.comparedTo(b.net) || byTie(a, b))
        .slice(0, same.length - 1),
  );
}

function sumTokens(lines: readonly UsageRow[]): Tokens | undefined {
  const tokens: Tokens = {};
  // Sort first: counts may have fractions, whose sum depends on the order.
  for (const line of lines.toSorted(byTie))
    for (const kind of TOKEN_KINDS) {
      const count = line.tokens?.[kind];
      if (count !== undefined) tokens[kind] = (tokens[kind] ?? 0) + count;
    }
  return lines.some((line) => line.tokens) ? tokens : undefined;
}

/** Merges lines into one row: adds amounts and tokens, takes the rest from the line of the model sold. */
function mergeLines(lines: readonly UsageRow[], model: string): UsageRow {
  if (lines.length < 2) return lines[0] as UsageRow;
  const ofModel = lines.filter((line) => isSameModel(line.model, model));
  const first = findFirst(ofModel.length > 0 ? ofModel : lines, byTie) as UsageRow;
  return {
    ...first,
    gross: sumBy(lines, grossOf),
    refund: lines.some((line) => line.refund) ? sumBy(lines, refundOf) : undefined,
    net: sumBy(lines, netOf),
    tokens: sumTokens(lines),
  };
}

/** Groups lines that share upstream id and status and were not refunded, such as a tool call and its tokens. */
function groupLines(rows: readonly UsageRow[]): UsageRow[][] {
  const isLine = (row: UsageRow): boolean => row.upstreamId !== undefined && !isPositive(refundOf(row));
  // The key of any other row is the row itself, so that it is a group of its own.
  return [...Map.groupBy(rows, (row) => (isLine(row) ? `${row.status} ${row.upstreamId}` : row)).values()];
}

/** Returns the token kinds of a row as bits; `undefined` if it has no tokens. */
const tokenKindBits = ({ tokens }: UsageRow): number | undefined =>
  tokens && TOKEN_KINDS.reduce((kinds, kind, bit) => (tokens[kind] ? kinds | (1 << bit) : kinds), 0);

/** Lines of one attempt so far. */
interface AttemptBuilder {
  readonly lines: UsageRow[];
  readonly status: UsageRow['status'];
  kinds: number | undefined;
}

/**
 * Finds the first attempt with the status of a row and other kinds of tokens, for bills with a line for each meter.
 * An attempt that does not fit once never fits later, because its kinds only grow. So each search continues where the
 * last one ended, and all searches together are linear.
 */
class AttemptIndex {
  readonly attempts: AttemptBuilder[] = [];
  readonly #reached = new Map<string, number>();

  findFitting(status: UsageRow['status'], kinds: number | undefined): AttemptBuilder | undefined {
    if (kinds === undefined) return undefined;
    const key = `${status} ${kinds}`;
    let at = this.#reached.get(key) ?? 0;
    while (at < this.attempts.length) {
      const attempt = this.attempts[at] as AttemptBuilder;
      if (attempt.status === status && attempt.kinds !== undefined && !(attempt.kinds & kinds)) break;
      at++;
    }
    this.#reached.set(key, at);
    return this.attempts[at];
  }
}

/** Merges lines with one upstream id, then, by time, each with the first earlier one of other kinds of tokens. */
function mergeAttemptLines(rows: UsageRow[], model: string): UsageRow[] {
  if (rows.length < 2) return rows;
  const meters = new AttemptIndex();
  const inTime = groupLines(rows)
    .map((lines) => ({ lines, row: mergeLines(lines, model) }))
    .sort((a, b) => earliestFirst(a.row, b.row));
  for (const { lines, row } of inTime) {
    const { status } = row;
    const kinds = tokenKindBits(row);
    const other = meters.findFitting(status, kinds);
    if (other === undefined) meters.attempts.push({ lines, status, kinds });
    else {
      for (const line of lines) other.lines.push(line);
      other.kinds = (other.kinds ?? 0) | (kinds ?? 0);
    }
  }
  return meters.attempts.map(({ lines }) => mergeLines(lines, model));
}

/** Attempts of a request, from its upstream rows. */
export interface UpstreamAttempts {
  /** One row per attempt, without copies and credit notes. Credit notes are deducted from the nets. */
  attempts: UsageRow[];
  /** Latest successful attempt, which served the customer. */
  serving: UsageRow | undefined;
  /** Refund rows that repeat a cost. Only their refund counts, as for a credit note. */
  restated: UsageRow[];
  /** Amount by which credit notes exceed the nets of the attempts. */
  creditLeft: Decimal;
}

/** Subtracts the credit from the attempts that did not serve, then from the serving one, each down to 0. */
function applyCredit(rows: UsageRow[], credit: Decimal): Omit<UpstreamAttempts, 'restated'> {
  const successes = rows.filter((row) => row.status === 'success');
  const serving = findFirst(successes, latestFirst);
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
 * Builds the attempts from the settled upstream rows of a request: removes copies, merges the rows of one attempt, and
 * deducts credit notes. The row of the model sold (`model`) gives a merged attempt its model and channel.
 */
export function buildAttempts(charges: UsageRow[], model: string): UpstreamAttempts {
  const [only] = charges;
  if (charges.length < 2 && !(only && isCreditNote(only)))
    return {
      attempts: charges,
      serving: only?.status === 'success' ? only : undefined,
      restated: NONE,
      creditLeft: ZERO,
    };
  const rows = removeCopiedCharges(charges);
  const restated = findRestatedRefunds(rows, (row) => row.upstreamId);
  const repeated = new Set(restated);
  const isNote = (row: UsageRow) => isCreditNote(row) || repeated.has(row);
  const { notes = [], charged = [] } = Object.groupBy(rows, (row) => (isNote(row) ? 'notes' : 'charged'));
  return { ...applyCredit(mergeAttemptLines(charged, model), sumBy(notes, refundOf)), restated };
}
