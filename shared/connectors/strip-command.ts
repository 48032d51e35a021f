import { bareName, prohibited } from './prohibited.ts';

const oneOf = (names: readonly string[]): string => `(${names.map(bareName).join('|')})`;

const filter = (whole: readonly string[], endings: readonly string[]): string =>
  [
    'def s: walk(if type == "object" then with_entries(select(.key | ascii_downcase | gsub("[_-]"; "")',
    `| test("^${oneOf(whole)}$|${oneOf(endings)}$") | not))`,
    '| if (.channel | type) == "object" then .channel |= {id, name} else . end',
    // Text that holds JSON (`other`, `metadata`) is opened, stripped and closed again; other text stays as it is.
    'elif type == "string" and test("^\\\\s*[\\\\[{]") then ((fromjson | s | tojson)? // .) else . end); s',
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
