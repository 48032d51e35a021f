import { parseArgs } from 'node:util';
import type { Connector } from '#shared/connectors/connector.ts';
import { connectors } from '#shared/connectors/registry.ts';
import { instantOf } from '#shared/instant.ts';
import { ReadingProblem } from './gateway-client.ts';

/** The variable that holds the credential. It is read from nowhere else: a command line is seen by others. */
export const CREDENTIAL_VARIABLE = 'GATEWAY_ACCESS_TOKEN';

/** Rows are stamped before they are written, so the last minutes of a list are not closed yet. */
const CLOSED_AFTER_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

const readable = (connectors as readonly Connector[])
  .filter(({ reading }) => reading !== undefined)
  .map(({ id }) => id);

export const USAGE = `npm run read -- --connector ${readable[0]} --base-url https://… --from 2026-10-01 --to 2026-11-01 --out export/

  --connector   ${readable.join(', ')}
  --base-url    address of the gateway
  --from, --to  first day, and the day after the last (or date-times with an offset); days are UTC
  --out         folder for the export; an interrupted run resumes where it stopped
  --user-id     id of the user the credential belongs to; older versions of new-api require it

Put the credential, an administrator's access token from the gateway's settings page, into the environment variable
${CREDENTIAL_VARIABLE}. It is sent only to the gateway and never written. Prompts, replies, keys, names and addresses
are stripped before anything is written.`;

export interface ReadOptions {
  readonly connector: Connector & { readonly reading: NonNullable<Connector['reading']> };
  readonly baseUrl: URL;
  /** Milliseconds since 1970; half-open. */
  readonly from: number;
  readonly to: number;
  readonly out: string;
  readonly headers: Readonly<Record<string, string>>;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function addressOf(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ReadingProblem('--base-url must be an address such as https://gateway.example.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new ReadingProblem('--base-url must not contain a user, password, query or fragment.');
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new ReadingProblem(
      '--base-url must be https; otherwise the credential would travel in clear text.',
    );
  return url;
}

const timeOf = (text: string, option: string): number => {
  const time = instantOf(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (time === undefined)
    throw new ReadingProblem(`${option} must be a day such as 2026-10-01, or a date-time with an offset.`);
  return time;
};

function windowOf(from: string, to: string, nowMs: number): { from: number; to: number } {
  const window = { from: timeOf(from, '--from'), to: timeOf(to, '--to') };
  if (window.from >= window.to) throw new ReadingProblem('--from must be before --to.');
  if (window.to > nowMs - CLOSED_AFTER_MS)
    throw new ReadingProblem(
      `--to must be at least 5 minutes in the past, because rows still arrive; the latest possible is ${new Date(nowMs - CLOSED_AFTER_MS).toISOString()}.`,
    );
  if (window.to - window.from > 400 * DAY_MS)
    throw new ReadingProblem('--from and --to must be at most 400 days apart.');
  return window;
}

function connectorOf(id: string): ReadOptions['connector'] {
  const connector: Connector | undefined = connectors.find((known) => known.id === id);
  if (connector === undefined) throw new ReadingProblem(`--connector must be one of ${readable.join(', ')}.`);
  if (connector.reading === undefined)
    throw new ReadingProblem(
      `The API of ${connector.name} is not publicly documented, so it cannot be read. Export its tables and give the files to npm run month.`,
    );
  return connector as ReadOptions['connector'];
}

/**
 * What the command line and the environment ask for; `undefined` where help was asked for.
 * @throws ReadingProblem with a sentence for the first mistake
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): ReadOptions | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      ...{ connector: text, 'base-url': text, from: text, to: text, out: text, 'user-id': text },
    },
  });
  if (values.help) return undefined;
  const required = (name: 'connector' | 'base-url' | 'from' | 'to' | 'out'): string => {
    const value = values[name];
    if (value === undefined || value === '') throw new ReadingProblem(`--${name} is missing.`);
    return value;
  };
  const connector = connectorOf(required('connector'));
  const baseUrl = addressOf(required('base-url'));
  const window = windowOf(required('from'), required('to'), nowMs);
  const out = required('out');
  const credential = environment[CREDENTIAL_VARIABLE]?.trim();
  if (!credential || !/^[\x21-\x7e]+(?: [\x21-\x7e]+)?$/.test(credential))
    throw new ReadingProblem(
      `The environment variable ${CREDENTIAL_VARIABLE} must hold the gateway's access token.`,
    );
  const userId = values['user-id'];
  if (userId !== undefined && !/^\d{1,15}$/.test(userId))
    throw new ReadingProblem('--user-id must be a whole number.');
  const { userHeader } = connector.reading;
  return {
    ...{ connector, baseUrl, out, ...window },
    headers: {
      Authorization: `Bearer ${credential.replace(/^Bearer /, '')}`,
      ...(userHeader !== undefined && userId !== undefined && { [userHeader]: userId }),
    },
  };
}
