/**
 * How the columns of a table are read, as a rules file says it: the format is that of the month command, and
 * `mappingOf` reads it. The page changes what it knows, and keeps the rest.
 */
export interface Rules {
  readonly rows: 'downstreamUsage' | 'upstreamCharges' | 'payments' | 'logs';
  /** Column by field, or several: the first that says something counts. */
  readonly columns: Readonly<Record<string, string | readonly string[]>>;
  readonly timeZone?: string;
  readonly timeFormat?: string;
  readonly divisor?: number | Readonly<Record<string, number>>;
  /** Which texts of a column mean that a line is a charge, and so on; of usage alone. */
  readonly kinds?: { readonly column: string } & { readonly [kind in UsageKind]?: readonly string[] };
}
export const USAGE_KINDS = ['charge', 'failure', 'refund', 'none'] as const;
type UsageKind = (typeof USAGE_KINDS)[number];

/** What tables of strangers are; logs as gateways write them have rules from a file. */
export const SUGGESTED = ['downstreamUsage', 'upstreamCharges', 'payments'] as const;
type Suggested = (typeof SUGGESTED)[number];

/** Names under which exports keep a field; the first column that fits is it. */
const SIGNS: Readonly<Record<Suggested, Readonly<Record<string, RegExp>>>> = {
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

/** What the rules of a table are saved as. */
export const rulesName = (table: string): string => `${table.replace(/\.[^.]*$/, '')}.mapping.json`;

/** Rules that the names of columns suggest; the reader sees what they make of the first rows. */
export function suggestedRules(columns: readonly string[], rows?: Suggested): Rules {
  const kind =
    rows ?? (columns.some((column) => /model|模型/i.test(column)) ? 'upstreamCharges' : 'payments');
  const left = new Set(columns);
  const found: Record<string, string> = {};
  for (const [field, sign] of Object.entries(SIGNS[kind])) {
    const column = [...left].find((name) => sign.test(name));
    if (column === undefined) continue;
    found[field] = column;
    left.delete(column);
  }
  return { rows: kind, columns: found };
}

/** Rules are meant for a table that has all columns which they name, or the objects that these are in. */
export const fits = ({ columns }: Rules, has: readonly string[]): boolean =>
  Object.values(columns)
    .flat()
    .every((column) => has.includes(column) || has.includes(column.split('.')[0] ?? ''));

/** Whether a JSON value looks like rules; whether they can be used is said where they are. */
export const isRules = (value: unknown): value is Rules => {
  const { rows, columns } = (value ?? {}) as Partial<Rules>;
  return (
    typeof rows === 'string' && typeof columns === 'object' && columns !== null && !Array.isArray(columns)
  );
};
