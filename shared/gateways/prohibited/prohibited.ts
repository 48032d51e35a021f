/** A rule about field names. */
export interface Rule {
  /**
   * `content`: prompts and replies; numbers are allowed. `token`: credentials; counts of tokens are allowed.
   * `person`: identity and location of persons. `channel` and `address` (with user information or a query) apply only
   * to channels. `needless` fields are allowed, but stripped. `harmless` fields are allowed.
   */
  readonly kind: 'needless' | 'harmless' | 'content' | 'token' | 'secret' | 'person' | 'channel' | 'address';
  /** Part of a name that is compared: all, its end, or its last word. */
  readonly compares: 'name' | 'ending' | 'word';
  /** Words in singular, joined by `_`. */
  readonly name: string;
}

const rulesFor = (kind: Rule['kind'], compares: Rule['compares'], ...names: string[]): Rule[] =>
  names.flatMap((line) => line.split(' ')).map((name) => ({ kind, compares, name }));

/** Field with the name of a token, which is needed to recognize channel tests. */
export const TOKEN_NAME = 'token_name';

/**
 * Field names that no export may contain: the only table, for refusals, manifests and the strip command. Full names
 * take precedence over endings, earlier endings over later ones, endings over last words.
 *
 * A name is split into words at case, digits, spaces and punctuation; case, separators and plural do not matter.
 * Usually the end is compared, because the last word says what a value is: `admin_token` and `apiKeys` are
 * credentials, `token_name` and `key_count` are not. Words in `FORMAT_WORDS` are ignored at the end.
 */
export const rules: readonly Rule[] = [
  // Columns that every raw export has. They are allowed, but stripped.
  ...rulesFor('needless', 'name', 'username ip source_ip', TOKEN_NAME),
  // Allow token counts, keys and tokens that give no access, checkout ids, and words that only end like a secret, such
  // as `monkey`.
  ...rulesFor(
    'harmless',
    'ending',
    'prompt_token completion_token input_token output_token total_token',
    'cache_token cached_token reasoning_token audio_token image_token text_token',
    'next_token page_token public_key idempotency_key cache_key primary_key',
    'checkout_session checkout_session_id monkey turkey donkey hockey jockey whiskey',
  ),
  ...rulesFor('content', 'ending', 'prompt content messages'),
  ...rulesFor('content', 'name', 'completion response choices input_text request_body response_body'),
  ...rulesFor('content', 'name', 'proxy_server_request'),
  ...rulesFor('token', 'ending', 'token'),
  ...rulesFor('secret', 'ending', 'key access_key_id secret password passwd passphrase password_hash'),
  ...rulesFor('secret', 'ending', 'authorization auth cookie session session_id jwt bearer credential'),
  ...rulesFor('secret', 'word', 'ak sk pwd'),
  ...rulesFor('secret', 'name', 'provider_payload'),
  ...rulesFor('person', 'ending', 'email phone address username'),
  ...rulesFor('person', 'word', 'ip'),
  ...rulesFor('channel', 'name', 'setting config proxy plugin other model_header custom_parameter'),
  ...rulesFor('channel', 'ending', 'override'),
  ...rulesFor('address', 'name', 'base_url'),
];

/** Pattern of the words of a name. */
export const WORDS = /[A-Z]?[a-z]+|[A-Z]+/g;

/** Words at the end of a name that describe a format. */
export const FORMAT_WORDS: readonly string[] = [
  ...['value', 'text', 'string', 'list', 'data', 'json', 'raw', 'header', 'headers', 'en', 'zh'],
];

/** Lists the rules that compare a part of names, each with its name without separators: `idempotencykey`. */
export const rulesComparing = (compares: Rule['compares']): [string, Rule][] =>
  rules.filter((rule) => rule.compares === compares).map((rule) => [rule.name.replaceAll('_', ''), rule]);

/** Refused names, as documents list them. `*username`: names that end with it; `channels.config`: only in channels. */
export const prohibitedFields: readonly string[] = rules.flatMap(({ kind, name }) => {
  if (kind === 'needless' || kind === 'harmless') return [];
  return `${kind === 'person' ? '*' : kind === 'channel' || kind === 'address' ? 'channels.' : ''}${name}`;
});
