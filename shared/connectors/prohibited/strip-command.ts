import { bareName, prohibited } from './prohibited.ts';

const oneOf = (names: readonly string[]): string => `(${names.map(bareName).join('|')})`;

/** Text that may hold JSON (`other`, `metadata`): such text is opened, stripped and closed again. */
const HOLDS_JSON = 'type == "string" and (.[0:1] | inside("{[ \\t\\n\\r"))';

/**
 * The names that occur are collected first, and only they are compared with the table: an export has a few dozen
 * of them and a hundred thousand keys, and a regular expression for each key takes jq half a minute.
 */
const filter = (whole: readonly string[], endings: readonly string[]): string =>
  [
    `def k: .. | if type == "object" then keys_unsorted[] elif ${HOLDS_JSON} then (fromjson? | k) else empty end;`,
    // The channel of a log row, which a flattened dump gives as text.
    `def c: if type == "object" then {id, name} elif ${HOLDS_JSON} then ((fromjson | c | tojson)? // .) else . end;`,
    '([k] | unique | map(select(ascii_downcase | gsub("[_-]"; "")',
    `| test("^${oneOf(whole)}$|${oneOf(endings)}$")))) as $k`,
    '| def s: walk(if type == "object" then del(.[$k[]])',
    '| if has("channel") then .channel |= c else . end',
    `elif ${HOLDS_JSON} then ((fromjson | s | tojson)? // .) else . end); s`,
  ].join(' ');

const { content, secrets, secretEndings, channel, channelAddress } = prohibited;

/** jq program that takes every prohibited field out of logs, payments and upstream charges. */
export const stripFilter = filter([...content, ...secrets], secretEndings);

/** jq program for a channel list, where more names are prohibited. */
export const stripChannelsFilter = filter(
  [...content, ...secrets, ...channel, ...channelAddress],
  secretEndings,
);

const command = (program: string, file: string): string =>
  `jq '${program}' ${file}.json > ${file}.stripped.json`;

/** The line that a caller copies to strip an export of logs, payments or upstream charges. */
export const stripCommand = command(stripFilter, 'export');

/** The line that a caller copies to strip a channel list. */
export const stripChannelsCommand = command(stripChannelsFilter, 'channels');
