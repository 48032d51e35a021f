import type { Connector } from './connector.ts';
import { EXPLICIT_MONEY, ROW_UNIT_KEY } from './vocabulary.ts';

/**
 * Allow lists of the columns and snapshot keys that are kept. Everything else is removed, because forks add prompts and
 * replies (`input_content`), names of administrators, addresses, invoices.
 */

/**
 * Which part of a value is kept. `number`: a number or flag. `text`: also a text. `ids`: the numbers and texts of a list.
 * `snapshot`: the allowed keys of a price snapshot, also if it is JSON text. `channel`: the id and name of a channel. An
 * object lists the allowed keys of an object (`*` is any key); within a list, those of each item.
 */
export type AllowRule =
  | 'number'
  | 'text'
  | 'ids'
  | 'snapshot'
  | 'channel'
  | readonly [AllowRule]
  | { readonly [key: string]: AllowRule };

/** Numbers and flags of a snapshot, by the last words of their names, because forks and later versions add more. */
export const SNAPSHOT_NUMBERS = /(?:^|_)(?:ratio|price|tokens?|quota|count|fee|amount)(?:_|$)/;

const numbers = (...keys: string[]): Record<string, AllowRule> =>
  Object.fromEntries(keys.map((key) => [key, 'number']));
const texts = (...keys: string[]): Record<string, AllowRule> =>
  Object.fromEntries(keys.map((key) => [key, 'text']));

/** Key of the snapshot that replaces a text which cannot be parsed. */
export const UNPARSED = 'unparsed';

/** Other allowed keys of a snapshot. Expressions, tiers and request paths are texts of the gateway, not of a person. */
export const SNAPSHOT_KEYS: Readonly<Record<string, AllowRule>> = {
  [UNPARSED]: 'number',
  ...numbers('claude', 'is_task', 'is_model_mapped', 'audio', 'ws', 'image', 'image_output'),
  ...numbers('image_generation_call', 'audio_input', 'audio_output', 'text_input', 'text_output'),
  ...numbers('web_search', 'file_search', 'channel_id', 'status_code', 'is_backup_group'),
  ...numbers('tiered_fallback', 'tiered_settle_failed'),
  ...texts('billing_mode', 'billing_source', 'expr_b64', 'matched_tier', 'price_type', 'request_path'),
  ...texts('usage_semantic', 'usage_billing_path', 'task_id', 'upstream_model_name', 'upstream_response_id'),
  ...texts('group_name', 'backup_group_name', 'using_group', 'settled_task', 'lowered_user'),
  tool_surcharges: [numbers('count', 'price')],
  request_rules: [numbers('multiplier', 'matched')],
  image_request: numbers('n'),
  billing_tokens: { '*': 'number' },
  // The keys of `extra_billing` are names of services.
  extra_billing: { '*': numbers('call_count', 'price') },
  admin_info: {
    ...numbers('local_count_tokens', 'is_multi_key', 'multi_key_index'),
    ...texts('usage_billing_path'),
    quota_saturation: numbers('original', 'clamped'),
    use_channel: 'ids',
  },
};

/** Allowed keys of a channel, in a list or within a row. */
export const CHANNEL_KEYS: Readonly<Record<string, AllowRule>> = {
  ...numbers('type', 'status'),
  ...texts('id', 'uuid', 'name', 'tag', 'group', 'models', 'model_mapping'),
};

/** Allowed keys that no connector names: the group that set a price, and ids of a payment processor. */
const LOG_KEYS = ['type', 'group', 'currency', ROW_UNIT_KEY, ...EXPLICIT_MONEY];
const PAYMENT_KEYS = ['id', 'status', 'currency', 'payment_method', 'gateway_no', 'gateway_trade_no'];

/** Lists the row keys that a description names anywhere: columns of fields, and identifying columns. */
function listNamedKeys(description: unknown): string[] {
  if (Array.isArray(description)) return description.flatMap(listNamedKeys);
  if (typeof description !== 'object' || description === null) return [];
  return Object.entries(description).flatMap(([word, said]) => {
    if (word === 'at' || word === 'without' || word === 'blank') return said as string[];
    return word === 'key' ? [String(said)] : listNamedKeys(said);
  });
}

/**
 * Lists the columns of log rows that are kept, each with its rule. Includes the identifying columns of every gateway,
 * so
 * that rows of another gateway are recognized, and prohibited fields, which are removed separately.
 */
export const listLogKeys = (
  { log }: Connector,
  all: readonly Connector[],
): Readonly<Record<string, AllowRule>> => ({
  ...texts(...listNamedKeys([log.fields, all.map(({ log: { signatures }, forks }) => [signatures, forks])])),
  ...texts(log.tokens.input, log.tokens.output, ...LOG_KEYS),
  ...numbers(...(log.priceTerms ? [log.priceTerms.duration.key] : [])),
  ...Object.fromEntries(
    all.flatMap(({ log: { fields } }) => fields.snapshot?.at ?? []).map((at) => [at, 'snapshot']),
  ),
  channel: 'channel',
});

/** Lists the columns of payment rows that are kept, each with the rule for what is kept of its value. */
export const listPaymentKeys = ({ payments }: Connector): Readonly<Record<string, AllowRule>> =>
  texts(...listNamedKeys([payments?.fields, payments?.signatures]), ...PAYMENT_KEYS);
