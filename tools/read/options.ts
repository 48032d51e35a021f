import type { Connector } from '#shared/gateways/connector.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { LANGUAGES } from '#shared/language.ts';
import { parseArguments } from '../arguments.ts';
import { Problem } from '../problem.ts';
import type { Access } from './gateway-client.ts';
import { isPublicAddress, privateLookup } from './http-get.ts';
import { SecretMask } from './secret-mask.ts';
import { CREDENTIAL_VARIABLE, readable } from './usage.ts';
import { parseWindow, type Window } from './window.ts';
import { words } from './words.ts';

const RATE = { default: 100, max: 6000 } as const;

/** Parsed command line of the reader. */
export interface ReadOptions extends Window {
  readonly connector: Connector & { readonly reading: NonNullable<Connector['reading']> };
  readonly access: Access;
  readonly out: string;
  readonly rate: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const text = { type: 'string' } as const;
const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  'token-in-clear-text': { type: 'boolean' },
  header: { type: 'string', multiple: true },
  connector: text,
  'base-url': text,
  from: text,
  to: text,
  out: text,
  'user-id': text,
  rate: text,
  language: text,
} as const;

const HEADERS_MAX = 20;
/** Matches a name of a header: a token of RFC 9110. */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
/** Matches a value of a header: visible ASCII characters, with spaces between them. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/;

/** Headers of the connection itself, and of the credential, which has its own environment variable. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['authorization', 'proxy-authorization', 'host', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'content-length', 'accept-encoding', 'expect', 'range'],
]);

/**
 * Parses the headers given as `--header 'Name: value'` to values by name. The Problem about a wrong one has no value.
 */
function parseHeaders(options: readonly string[]): Readonly<Record<string, string>> {
  if (options.length > HEADERS_MAX) throw new Problem(words.tooManyHeaders(HEADERS_MAX));
  const headers = new Map<string, readonly [name: string, value: string]>();
  for (const text of options) {
    const at = text.indexOf(':');
    const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    if (at < 1 || !NAME.test(name) || !VALUE.test(value)) throw new Problem(words.badHeader);
    const lower = name.toLowerCase();
    if (RESERVED.has(lower)) throw new Problem(words.reservedHeader(lower));
    if (headers.has(lower)) throw new Problem(words.headerTwice);
    headers.set(lower, [name, value]);
  }
  return Object.fromEntries(headers.values());
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Parses the address of the gateway. With `http:`, its name may only resolve to private addresses. */
function parseAddress(address: string, mayBeClear: boolean): Pick<Access, 'baseUrl' | 'lookup'> {
  const baseUrl = URL.parse(address);
  if (baseUrl === null || !/^https?:$/.test(baseUrl.protocol)) throw new Problem(words.noAddress);
  const { username, password, search, hash, protocol, hostname } = baseUrl;
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    throw new Problem(words.fullAddress);
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return { baseUrl, lookup: undefined };
  if (!mayBeClear) throw new Problem(words.clearText);
  if (isPublicAddress(hostname)) throw new Problem(words.publicAddress);
  return { baseUrl, lookup: privateLookup };
}

function findConnector(id: string): ReadOptions['connector'] {
  const connector: Connector | undefined = connectors.find((connector) => connector.id === id);
  if (connector === undefined) throw new Problem(words.noConnector(readable, id));
  if (connector.reading === undefined) throw new Problem(words.noReading(connector.name));
  return connector as ReadOptions['connector'];
}

function readCredential(environment: Environment): string {
  const credential = environment[CREDENTIAL_VARIABLE]?.trim();
  if (!credential || !/^[\x21-\x7e]+(?: [\x21-\x7e]+)?$/.test(credential))
    throw new Problem(words.noCredential(CREDENTIAL_VARIABLE));
  return credential.replace(/^Bearer /, '');
}

function parseRate(text: string | undefined): number {
  if (text === undefined) return RATE.default;
  const rate = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (rate < 1 || rate > RATE.max) throw new Problem(words.badRate(RATE.max));
  return rate;
}

/** Builds the headers with the user's id for the gateway and its forks. Each ignores the headers of the others. */
function buildUserHeaders(connector: ReadOptions['connector'], userId: string | undefined) {
  if (userId === undefined) return {};
  if (!/^\d{1,15}$/.test(userId)) throw new Problem(words.badUser);
  const { reading, forks = [] } = connector;
  const names = [reading.userHeader, ...forks.map(({ userHeader }) => userHeader)];
  return Object.fromEntries(names.flatMap((name) => (name === undefined ? [] : [[name, userId]])));
}

/** Merges headers. An added header replaces one of the same name that follows from another option. */
function mergeHeaders(derived: Record<string, string>, added: Readonly<Record<string, string>>) {
  const replaced = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  return {
    ...Object.fromEntries(Object.entries(derived).filter(([name]) => !replaced.has(name.toLowerCase()))),
    ...added,
  };
}

/**
 * Parses the command line of the read command, and the credential from the environment. Returns undefined if help was
 * requested. Throws a Problem with a sentence for the first mistake.
 */
export function readOptions(
  args: readonly string[],
  environment: Environment,
  nowMs: number,
): ReadOptions | undefined {
  const { values, mistake } = parseArguments(args, OPTIONS);
  if (values.help === true) return undefined;
  if (mistake) throw new Problem(mistake);
  const required = (name: 'connector' | 'base-url' | 'from' | 'to' | 'out'): string => {
    const value = values[name];
    if (!value) throw new Problem(words.missingOption(name));
    return value;
  };
  const { language, header = [], rate, 'user-id': userId } = values;
  if (language !== undefined && !LANGUAGES.some((id) => id === language))
    throw new Problem(words.noLanguage(LANGUAGES));
  const connector = findConnector(required('connector'));
  const address = parseAddress(required('base-url'), values['token-in-clear-text'] === true);
  const window = parseWindow(required('from'), required('to'), nowMs);
  const out = required('out');
  const credential = readCredential(environment);
  const userHeaders = buildUserHeaders(connector, userId);
  const added = parseHeaders(header);
  const ratePerMinute = parseRate(rate);
  const headers = mergeHeaders({ Authorization: `Bearer ${credential}`, ...userHeaders }, added);
  const secrets = new SecretMask(credential, Object.values(added));
  return { connector, out, rate: ratePerMinute, ...window, access: { ...address, headers, secrets } };
}
