/** The jq program that strips an export, made of the table by `npm run generate`. */
export const STRIP_PROGRAM = 'docs/strip.jq';

// Neither quotes nor backslashes: each line is copied out of JSON as it stands there.
const command = (of: string, file: string): string =>
  `jq -c${of} -f ${STRIP_PROGRAM} ${file}.json > ${file}.stripped.json`;

/** The line that a caller copies to strip an export of logs, payments or upstream charges. */
export const stripCommand = command('', 'export');

/** The line that a caller copies to strip a channel list. */
export const stripChannelsCommand = command(' --arg of channels', 'channels');
