/** A line of the table of field names. */
export interface Rule {
  /**
   * `content` is prompts and replies, in which numbers disclose nothing. `token` is credentials, or counts of tokens,
   * which are numbers. `person` is who a person is, and where. `channel` and `address` (where it carries user
   * information or a query) apply to channels alone. `needless` fields pass, but are stripped. `harmless` fields pass.
   */
  readonly kind: 'needless' | 'harmless' | 'content' | 'token' | 'secret' | 'person' | 'channel' | 'address';
  /** What of a name is compared: all of it, its end, or its last word. */
  readonly compares: 'name' | 'ending' | 'word';
  /** Words in singular, joined by `_`. */
  readonly name: string;
}

const rulesFor = (kind: Rule['kind'], compares: Rule['compares'], ...names: string[]): Rule[] =>
  names.flatMap((line) => line.split(' ')).map((name) => ({ kind, compares, name }));

/** The name of a token, which is needed where it marks a channel test. */
export const TOKEN_NAME = 'token_name';

/**
 * Field names that no export may carry: the one table behind the refusal, the manifest and the strip command. A whole
 * name counts before an ending, an earlier ending before a later one, and an ending before a last word.
 *
 * A name is split into words at case, digits, blanks and punctuation; case, separators and the plural do not matter.
 * Mostly its end is compared, because the last word says what a value is: `admin_token` and `apiKeys` are credentials,
 * `token_name` and `key_count` are not. Words in `WRITTEN` are left out at the end.
 */
export const rules: readonly Rule[] = [
  // The gateways' own columns: every raw export has them.
  ...rulesFor('needless', 'name', 'username ip source_ip', TOKEN_NAME),
  // Counts of tokens, keys and tokens that open nothing, a checkout, other words.
  ...rulesFor('harmless', 'ending', 'prompt_token completion_token input_token output_token total_token'),
  ...rulesFor(
    'harmless',
    'ending',
    'cache_token cached_token reasoning_token audio_token image_token text_token',
  ),
  ...rulesFor('harmless', 'ending', 'next_token page_token public_key idempotency_key cache_key primary_key'),
  ...rulesFor(
    'harmless',
    'ending',
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

/** The words of a name. */
export const WORDS = /[A-Z]?[a-z]+|[A-Z]+/g;

/** Words at the end of a name that say how a value is written, not what it is. */
export const FORMAT_WORDS: readonly string[] = [
  ...['value', 'text', 'string', 'list', 'data', 'json', 'raw', 'header', 'headers', 'en', 'zh'],
];

/** The name of a rule as it is compared. */
export const joinedName = ({ name }: Rule): string => name.replaceAll('_', '');

/** The refused names, for people: with a leading `*` where the name alone passes, `channels.` where only channels are meant. */
export const prohibitedFields: readonly string[] = rules.flatMap(({ kind, name }) => {
  if (kind === 'needless' || kind === 'harmless') return [];
  return `${kind === 'person' ? '*' : kind === 'channel' || kind === 'address' ? 'channels.' : ''}${name}`;
});
