/** Path of the jq program that strips an export, written by `npm run generate`. */
export const STRIP_PROGRAM = 'docs/strip.jq';

// Avoid quotes and backslashes, because users copy the command from JSON.
const command = (of: string, file: string): string =>
  `jq -c${of} -f ${STRIP_PROGRAM} ${file}.json > ${file}.stripped.json`;

/** Command that strips an export of logs, payments or upstream charges. */
export const stripCommand = command('', 'export');

/** Command that strips a channel list. */
export const stripChannelsCommand = command(' --arg of channels', 'channels');
