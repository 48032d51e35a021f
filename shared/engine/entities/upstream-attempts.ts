import { type Decimal, isPositive, smaller, sumBy, toPlainText, ZERO } from '../../money/money.ts';
import { TOKEN_KINDS, type Tokens } from '../../schemas/reconciliation-input.ts';
import { distinctAttempts } from '../rows/copies.ts';
import { isSameModel } from '../rows/model-name.ts';
import { byTie, earliestFirst, findFirst, latestFirst } from '../rows/order.ts';
import { isCreditNote, type UsageRow } from '../rows/row.ts';

const refundAmount = (row: UsageRow): Decimal => row.refund ?? ZERO;

/**
 * The refund rows that repeat a gross of their request: of n rows of one gross at most n - 1, for one of them is
 * the charge; those with the larger refunds first.
 * @param rows without copies
 * @param keyOf what rows must share beside their gross; rows without a key restate nothing.
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
        // All have one gross, so the smaller net has the larger refund.
        .sort((a, b) => a.net.comparedTo(b.net) || byTie(a, b))
        .slice(0, same.length - 1),
  );
}

function sumTokens(lines: readonly UsageRow[]): Tokens | undefined {
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
function mergeLines(lines: readonly UsageRow[], model: string): UsageRow {
  if (lines.length < 2) return lines[0] as UsageRow;
  const ofModel = lines.filter((line) => isSameModel(line.model, model));
  const first = findFirst(ofModel.length > 0 ? ofModel : lines, byTie) as UsageRow;
  return {
    ...first,
    gross: sumBy(lines, (line) => line.gross),
    refund: lines.some((line) => line.refund) ? sumBy(lines, refundAmount) : undefined,
    net: sumBy(lines, (line) => line.net),
    tokens: sumTokens(lines),
  };
}

/** Lines that share an upstream id and a status, and of which nothing was refunded: a tool call beside the tokens. */
function groupLines(rows: readonly UsageRow[]): UsageRow[][] {
  const isLine = (row: UsageRow): boolean => row.upstreamId !== undefined && !isPositive(refundAmount(row));
  // Any other row is a line for itself.
  return [...Map.groupBy(rows, (row) => (isLine(row) ? `${row.status} ${row.upstreamId}` : row)).values()];
}

/** The kinds of tokens that a row counts, a bit each; `undefined` where it says nothing about tokens. */
const tokenKindBits = ({ tokens }: UsageRow): number | undefined =>
  tokens && TOKEN_KINDS.reduce((kinds, kind, bit) => (tokens[kind] ? kinds | (1 << bit) : kinds), 0);

/** Lines that have been put together so far. */
interface AttemptBuilder {
  readonly lines: UsageRow[];
  readonly status: UsageRow['status'];
  kinds: number | undefined;
}

/**
 * Finds the first attempt before a row that has its status and counts other kinds of tokens: a bill with a line for
 * each meter. An attempt that does not fit once never fits again, for its kinds only grow. So the search for some
 * kinds goes on where the last one ended, and all searches together take a few looks at each attempt.
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

/**
 * Puts the lines of one attempt together: first those of one upstream id, then, in the order of time, each with
 * the first before it that counts other kinds of tokens.
 */
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

/** What the upstream rows of a request come to. */
export interface UpstreamAttempts {
  /** Without copies and credit notes, lines put together; nets are what is left after credit notes. */
  attempts: UsageRow[];
  /** The latest success: the attempt that the customer got. */
  serving: UsageRow | undefined;
  /** Refund rows that repeat a cost. Of them only the refund counts here, as of a credit note. */
  restated: UsageRow[];
  /** What credit notes return beyond the nets of the attempts. */
  creditLeft: Decimal;
}

const findServing = (attempts: readonly UsageRow[]): UsageRow | undefined =>
  findFirst(
    attempts.filter((row) => row.status === 'success'),
    latestFirst,
  );

/** Takes the credit from the attempts that did not serve, then from the serving one, each down to 0. */
function applyCredit(rows: UsageRow[], credit: Decimal): Omit<UpstreamAttempts, 'restated'> {
  const serving = findServing(rows);
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
export function buildAttempts(charges: UsageRow[], model: string): UpstreamAttempts {
  const [only] = charges;
  if (charges.length < 2 && !(only && isCreditNote(only)))
    return {
      attempts: charges,
      serving: only?.status === 'success' ? only : undefined,
      restated: NONE,
      creditLeft: ZERO,
    };
  const rows = distinctAttempts(charges);
  const restated = findRestatedRefunds(rows, (row) => row.upstreamId);
  const repeated = new Set(restated);
  const isNote = (row: UsageRow) => isCreditNote(row) || repeated.has(row);
  const attempts = mergeAttemptLines(
    rows.filter((row) => !isNote(row)),
    model,
  );
  return { ...applyCredit(attempts, sumBy(rows.filter(isNote), refundAmount)), restated };
}
