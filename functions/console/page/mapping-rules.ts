import type { Mapping } from '#shared/files/mapping/mapping.ts';
import { findByPath } from './paths.ts';

/**
 * Mapping of a table's columns, as in a mapping file of the month command (docs/mapping.md). The page does not check it:
 * `parseMapping` in the worker does.
 */
export type MappingRules = Mapping;

/** Columns from which a field is read: one column, or an object such as `{"join": ["Date", "Time"]}`. */
export type Place = MappingRules['columns'][string];

/**
 * A field that is not in one whole column: two joined columns, a part of a column, or a column each for income and
 * expense.
 */
export type ComposedPlace =
  | { readonly join: string[] }
  | { readonly column: string; readonly split: string; readonly part: number }
  | { readonly in: string; readonly out: string };

const SHAPES_OF_PLACES = ['join', 'column,part,split', 'in,out'];

/**
 * Whether a field is composed in a way that the form can edit: from two columns (`join`, or `in` and `out`), or from a
 * part of one column (`split`).
 */
export const isComposed = (place: Place): place is ComposedPlace =>
  typeof place === 'object' &&
  SHAPES_OF_PLACES.includes(Object.keys(place).sort().join()) &&
  Object.values(place).every(
    (part) => typeof part !== 'object' || (Array.isArray(part) && part.length === 2),
  );

/** Kinds of rows that the page offers for a table. Rules for gateways' logs come from a file only. */
export const SUGGESTED_ROWS = ['downstreamUsage', 'upstreamCharges', 'payments'] as const;
type SuggestedRows = (typeof SUGGESTED_ROWS)[number];

/** Patterns for the names of columns by field. The first column that matches is suggested. */
const COLUMN_PATTERNS: Readonly<Record<SuggestedRows, Readonly<Record<string, RegExp>>>> = {
  upstreamCharges: {
    occurredAt: /time|date|created|when|时间|日期/i,
    model: /model|模型/i,
    costAmount: /cost|amount|price|spend|charge$|cents|usd|cny|费用|金额|成本/i,
    upstreamRequestId: /upstream.?request.?id|x-oneapi-request-id|上游请求/i,
    requestId: /request.?id|trace|请求/i,
    upstreamId: /^id$|(?:bill|invoice|charge|usage).?id|流水|账单号/i,
    channelId: /channel|渠道/i,
    status: /status|state|状态/i,
    currency: /currency|币种/i,
    'tokens.input': /input|prompt|输入/i,
    'tokens.output': /output|completion|输出/i,
  },
  downstreamUsage: {
    occurredAt: /time|date|created|when|时间|日期/i,
    model: /model|模型/i,
    chargedAmount: /charge|cost|amount|price|spend|费用|金额|扣费/i,
    requestId: /request.?id|trace|^id$|请求/i,
    userId: /user|customer|用户|客户/i,
    tokenId: /token.?id|^key$|令牌/i,
    channelId: /channel|渠道/i,
    status: /status|state|状态/i,
    currency: /currency|币种/i,
    'tokens.input': /input|prompt|输入/i,
    'tokens.output': /output|completion|输出/i,
  },
  payments: {
    occurredAt: /time|date|created|when|时间|日期/i,
    transactionId: /trade|transaction|order|payment.?id|订单|交易|流水|^id$/i,
    feeAmount: /fee|手续费/i,
    refundAmount: /refund|退款/i,
    creditedAmount: /credit|quota|入账|额度|到账/i,
    amount: /amount|paid|total|money|price|金额|实付/i,
    userId: /user|customer|用户|客户/i,
    status: /status|state|状态/i,
    currency: /currency|币种/i,
    provider: /provider|method|支付方式/i,
  },
};

/** Fields with the money that a table is about; fields with any money. */
const MAIN_MONEY: ReadonlySet<string> = new Set(['costAmount', 'chargedAmount', 'amount']);
const MONEY_FIELDS: ReadonlySet<string> = new Set([
  ...MAIN_MONEY,
  'feeAmount',
  'refundAmount',
  'creditedAmount',
]);
/** Columns with a word for money that are a price per unit, a discount, a tax, a balance or a count. */
const NO_MONEY =
  /discount|coupon|rebate|voucher|deduct|^tax|balance|rate|ratio|unit|list|per[ _]|currency|status|折扣|优惠|抵扣|减免|税费|余额|单价|比例|币种|原价/i;

/** Name or path for saving the rules of a table: `bill.mapping.json` for the table `bill.csv`. */
export const mappingFileName = (table: string): string => `${table.replace(/\.[^./]*$/, '')}.mapping.json`;

/**
 * Suggests mapping rules for a table by the names of its columns. The user must check them.
 * @param rows kind of the rows; guessed if undefined
 */
export function suggestRules(columns: readonly string[], rows?: SuggestedRows): MappingRules {
  const kind =
    rows ?? (columns.some((column) => /model|模型/i.test(column)) ? 'upstreamCharges' : 'payments');
  const left = new Set(columns);
  const found: Record<string, string> = {};
  for (const [field, sign] of Object.entries(COLUMN_PATTERNS[kind])) {
    const candidates = [...left].filter(
      (name) => sign.test(name) && !(MONEY_FIELDS.has(field) && NO_MONEY.test(name)),
    );
    const [column] = candidates;
    // Suggest no column if several may contain the main amount: the user must choose.
    if (column === undefined || (MAIN_MONEY.has(field) && candidates.length > 1)) continue;
    found[field] = column;
    left.delete(column);
  }
  return { rows: kind, columns: found };
}

/** Lists the columns of a mapping entry, including those in `join`, `column`, `in` and `out`. */
function columnsOfPlace(place: unknown): string[] {
  if (typeof place === 'string') return [place];
  if (Array.isArray(place)) return place.flatMap(columnsOfPlace);
  const { join, column, in: income, out } = (place ?? {}) as Readonly<Record<string, unknown>>;
  return [join, column, income, out].flatMap((inner) => (inner === undefined ? [] : columnsOfPlace(inner)));
}

/** Whether a table has all columns that the rules name. For `usage.input`, a column `usage` is enough. */
export const fitsTable = ({ columns }: MappingRules, tableColumns: readonly string[]): boolean =>
  Object.values(columns)
    .flatMap(columnsOfPlace)
    .every((column) => tableColumns.includes(column) || tableColumns.includes(column.split('.')[0] ?? ''));

/** Parses mapping rules written by the user. Undefined if the text is not JSON or has no `rows` and `columns`. */
export function parseRules(text: string): MappingRules | undefined {
  try {
    const rules: unknown = JSON.parse(text);
    return looksLikeRules(rules) ? rules : undefined;
  } catch {
    return undefined;
  }
}

interface RulesFile {
  readonly path: string;
  readonly rules: MappingRules;
}

const baseName = (path: string): string => path.split('/').at(-1) ?? path;
/** A path without the endings of its name: `x/bill.csv` and `x/bill.csv.mapping.json` are both `x/bill`. */
const stemOf = (path: string): string => {
  const name = baseName(path);
  return path.slice(0, path.length - name.length) + name.split('.')[0];
};

/**
 * Finds the mapping rules of a table among mapping files: those of the file that the settings name for the table,
 * else of the file with the same name (`bill.csv`, `bill.mapping.json`), else of the only file that fits the columns.
 * Returns undefined if there is none.
 * @param table path of the table
 * @param mapping setting `mapping`: paths of mapping files by path of the table
 */
export function findRulesFor(
  table: string,
  columns: readonly string[],
  files: readonly RulesFile[],
  mapping: Readonly<Record<string, string>> = {},
): MappingRules | undefined {
  const stated = findByPath(table, Object.entries(mapping), ([file]) => file)?.[1];
  if (stated !== undefined) return findByPath(stated, files, ({ path }) => path)?.rules;
  const fitting = files.filter(({ rules }) => fitsTable(rules, columns));
  const named = findByPath(stemOf(table), fitting, ({ path }) => stemOf(path));
  if (named) return named.rules;
  const others = Object.values(mapping);
  const left = fitting.filter(({ path }) => !others.some((file) => baseName(file) === baseName(path)));
  return left.length === 1 ? left[0]?.rules : undefined;
}

/** Whether a JSON value has the keys `rows` and `columns` of mapping rules. The rules may still be invalid. */
export const looksLikeRules = (value: unknown): value is MappingRules => {
  const { rows, columns } = (value ?? {}) as Partial<MappingRules>;
  return (
    typeof rows === 'string' && typeof columns === 'object' && columns !== null && !Array.isArray(columns)
  );
};
