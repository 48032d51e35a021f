import {
  newApiRow,
  oneApiRow,
  oneHubMetadata,
  oneHubRow,
  orderRow,
  type Row,
  ratios,
  topUpRow,
} from '../fixtures/native-rows.ts';
import { fieldIn, valueIn, wordsIn } from '../table.ts';

/** Price snapshots by name. The plain one is without a cache and has simple ratios. */
const SNAPSHOTS: Readonly<Record<string, Row>> = {
  ratios: ratios(),
  plain: ratios({ cache_tokens: 0, completion_ratio: 4, model_ratio: 1 }),
};
let expressions = 0;
/** The price snapshot of an expression. Blanks at the end of its base64 bypass the cache of expressions. */
const tiered = (expression: string): Row => ({
  billing_mode: 'tiered_expr',
  expr_b64: `${Buffer.from(expression).toString('base64')}${' '.repeat(++expressions % 200)}`,
  matched_tier: 'base',
  ...{ group_ratio: 1, model_price: 0, model_ratio: 0, completion_ratio: 0, cache_tokens: 0 },
});
/** What changed fields are added to if the row names no snapshot. */
const DEFAULTS: Readonly<Record<string, Row>> = { metadata: oneHubMetadata };

/** Reads changed fields of a row: `other.task_id=t` is a field of its price snapshot, which a word may name. */
function changesIn(words: readonly string[]): Row {
  const changes = new Map<string, unknown>();
  for (const word of words) {
    const [name, text] = fieldIn(word);
    const [outer = '', inner] = name.split('.');
    const value = valueIn(text);
    if (name === 'expression') changes.set('other', tiered(`${value}`));
    else if (word in SNAPSHOTS) changes.set('other', SNAPSHOTS[word]);
    else if (inner === undefined) changes.set(outer, value);
    else changes.set(outer, { ...((changes.get(outer) ?? DEFAULTS[outer]) as Row), [inner]: value });
  }
  return Object.fromEntries(changes);
}

/** JSON has no undefined fields. */
const withoutUndefined = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

const BARE = (over: Row): Row => over;
const LOG_ROWS: Readonly<Record<string, (over: Row) => Row>> = {
  ...{ 'new-api': newApiRow, voapi: newApiRow, 'one-api': oneApiRow, 'one-hub': oneHubRow },
};
/** A row with these fields, which may be changed. */
const usual =
  (fields: Row) =>
  (over: Row): Row => ({ ...fields, ...over });
/** A movement of Stripe's payout report. */
const MOVEMENT = {
  ...{ created_utc: '2026-10-01 00:01:00', currency: 'usd', gross: '10.00', fee: '0.50' },
  ...{ reporting_category: 'charge', source_id: 'src', charge_id: 'ch' },
};
const movement = (fields: Row) => (over: Row) => ({
  balance_transaction_id: `txn_${JSON.stringify([fields, over])}`,
  ...MOVEMENT,
  ...fields,
  ...over,
});
const START = '2026-10-01T00:00:00Z';
/** Rows of bills and of reports of payments. */
const BILLS: typeof ROWS = {
  // Anthropic
  cost: ['upstreamCharges', usual({ starting_at: START, amount: '15', cost_type: 'tokens' })],
  // FOCUS
  metered: [
    'upstreamCharges',
    usual({
      ...{ BilledCost: '1.5', ChargePeriodStart: START, ChargeCategory: 'Usage' },
      ...{ x_UsageType: 'USE1-Claude4.6Sonnet-input-tokens' },
      ...{ ConsumedQuantity: '411.5', ConsumedUnit: '1K tokens' },
    }),
  ],
  // OpenRouter
  generation: [
    'upstreamCharges',
    usual({ id: 'gen-1', created_at: START, model: 'm', total_cost: 0.5, native_tokens_prompt: 10 }),
  ],
  // Google
  sku: [
    'upstreamCharges',
    usual({
      ...{ usage_start_time: START, sku: { description: 'Gemini 3 Pro Text Input - Predictions' } },
      ...{ cost: 0.5, usage: { amount: 7, unit: 'count' } },
    }),
  ],
  // AWS
  marketplace: [
    'upstreamCharges',
    usual({
      ...{ line_item_unblended_cost: '0.3', line_item_usage_start_date: START },
      line_item_usage_type: 'USE1-MP:USE1_InputTokenCount-Units',
      line_item_product_code: '5m1yzt3mwl4tlacbshnbkwrpz',
    }),
  ],
  // Stripe
  movement: ['payments', movement({})],
  refund: [
    'payments',
    movement({ reporting_category: 'refund', fee: '0', created_utc: '2026-10-02 00:00:00' }),
  ],
  balance: [
    'payments',
    usual({
      ...{ reporting_category: 'charge', available_on: 1, created: 1_790_812_860, net: 0, fee: 0 },
      currency: 'usd',
    }),
  ],
};
const ROWS: Readonly<Record<string, readonly [field: string, build: (over: Row) => Row]>> = {
  row: ['logs', BARE],
  bill: ['upstreamCharges', BARE],
  payment: ['payments', BARE],
  topup: ['payments', topUpRow],
  order: ['payments', orderRow],
  ...BILLS,
  channel: ['channels', BARE],
};

/**
 * Builds a payload of lines:
 *
 *   gateway one-hub                        the default is new-api
 *   set quotaPerUnit=1000 currency=EUR     other fields of the payload; a dash removes one
 *   log quota=7 other.task_id=t            a usual log row of the gateway, with changed fields
 *   log ratios other.group_ratio=2         the same with the usual price snapshot, changed; `plain` is a simple one
 *   log expression="p * 2"                 the same with a price as an expression
 *   new-api, one-api, one-hub quota=7      a usual log row of that gateway
 *   up new-api quota=7                     the same in the log of the upstream gateway
 *   topup, order money=7                   a usual payment of new-api and one-hub
 *   row, bill, payment, channel id=7       a row that has only these fields
 *   page logs 300                          begins a page of a list with that total; the rows below are on it
 *   3x log id=#                            three rows, # counts from 1
 *
 * Values are JSON or texts without blanks.
 */
export function parsePayload(lines: readonly string[], gateway: string): Row {
  const payload: Row = { connector: gateway, logs: [] };
  let items: Row[] | undefined;
  for (const line of lines.flatMap((some) => some.split(' ; '))) {
    const [, times = '1', rest = ''] = /^(?:(\d+)x )?(.*)$/.exec(line) ?? [];
    const [kind = '', ...words] = wordsIn(rest.replace(/^up /, 'up_'));
    if (kind === '' || kind === 'gateway') continue;
    if (kind === 'set') {
      Object.assign(payload, changesIn(words));
      continue;
    }
    if (kind === 'page') {
      const [ledger = 'logs', total] = words;
      items = [];
      payload[ledger] = [...((payload[ledger] as Row[] | undefined) ?? []), { total: Number(total), items }];
      continue;
    }
    const [field, build] = ROWS[kind] ?? [
      kind.startsWith('up_') ? 'upstreamCharges' : 'logs',
      LOG_ROWS[kind === 'log' ? gateway : kind.replace('up_', '')],
    ];
    if (build === undefined) throw new Error(`no such row: ${line}`);
    const rows = Array.from({ length: Number(times) }, (_, n) =>
      build(changesIn(words.map((word) => word.replaceAll('#', `${n + 1}`)))),
    ).map(withoutUndefined);
    if (items) items.push(...rows);
    else payload[field] = [...((payload[field] as Row[] | undefined) ?? []), ...rows];
  }
  return payload;
}
