const names = (...lines: string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/**
 * What no export may carry, by field name: the one table that the refusal, the manifest and the strip command
 * read. Names are compared whole, without case, `_` and `-`.
 */
export const prohibited = {
  /** May hold a prompt or a reply. Numbers (also as text) and booleans of these names disclose nothing. */
  content: names(
    'prompt content messages root_content prompt_en input_text system_prompt request_body',
    'response_body response proxy_server_request choices completion',
  ),
  /** Forks keep prompts and replies under names of their own: `input_content`, `output_content`. */
  contentEndings: ['_content'],
  /**
   * Who a person is, and where, under any name that ends so; a flag says nothing of either. The gateways' own columns
   * are not refused but needless, and `admin_info` of a log row is not looked into: every raw export has them.
   */
  personEndings: ['email', 'phone', 'address', 'username'],
  ipEnding: '_ip',
  /** May hold a credential. */
  secrets: names(
    'key keys token secret password passwd authorization cookie cookies set_cookie session',
    'session_id jwt credentials provider_payload',
  ),
  /** A name that ends so may hold a credential, whatever stands before: `x-api-key`, `stripe_secret`. */
  secretEndings: names(
    'api_key secret secret_key private_key access_key access_token refresh_token auth_token',
    'session_token id_token password authorization cookie',
  ),
  /** In `channels`, and in `channel` of a log row (an object, or its text): settings that are known to carry credentials. */
  channel: names(
    'header_override setting settings config model_headers custom_parameter proxy',
    'param_override plugin other',
  ),
  /** There too, where it carries user information or a query. */
  channelAddress: ['base_url'],
};

/** The name of a token, which is needed where it marks a channel test. */
export const TOKEN_NAME = 'token_name';

/** What no row needs: who a person is, and where. */
export const needless: readonly string[] = ['username', 'ip', 'source_ip', TOKEN_NAME];

/** A name as it is compared. */
export const bareName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/** `ipEnding` as a pattern of names as they are written: `_ip`, `-ip`, `clientIp`, but no `membership`. */
export const IP_ENDING = /([_-][iI][pP]|[a-z]I[pP])$/;

/** Every name of the table, for people: endings with a leading `*`, channel names with a leading `channels.`. */
export const prohibitedFields: readonly string[] = [
  ...prohibited.content,
  ...prohibited.secrets,
  ...[
    ...prohibited.contentEndings,
    ...prohibited.personEndings,
    prohibited.ipEnding,
    ...prohibited.secretEndings,
  ].map((ending) => `*${ending}`),
  ...[...prohibited.channel, ...prohibited.channelAddress].map((name) => `channels.${name}`),
];
