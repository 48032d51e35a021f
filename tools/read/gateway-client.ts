import { setTimeout as sleep } from 'node:timers/promises';
import { jsonLength } from '#shared/http/body-guard.ts';
import type { Sentence } from '#shared/sentence.ts';
import { Problem } from '../problem.ts';
import { type Exchange, httpGet } from './http-get.ts';
import type { OwnSecrets } from './own-secrets.ts';
import { PUBLIC_ADDRESS } from './private-network.ts';
import { words } from './words.ts';

/** How the reader behaves towards a gateway, and how much it takes from one. */
export const POLITENESS = {
  /** Pause between two requests. 100 a minute: new-api allows 120 a minute and address, older versions 60. */
  intervalMs: 600,
  /** A request that takes longer has failed. */
  timeoutMs: 60_000,
  /** Attempts at one page before the reading ends; pauses between them double. */
  attemptsMax: 8,
  firstPauseMs: 2_000,
  pauseMsMax: 120_000,
  /** A hundred rows with whole prompts in them stay below. */
  replyBytesMax: 32 * 1024 ** 2,
  /** Most bytes of all replies together, unpacked. */
  readingBytesMax: 64 * 1024 ** 3,
};
export type Politeness = Readonly<typeof POLITENESS>;

const REDIRECTS_MAX = 3;

/** Who reads from where, and by what: the credential is among the headers. */
export interface Access extends Pick<Exchange, 'headers' | 'lookup'> {
  readonly baseUrl: URL;
  readonly secrets: OwnSecrets;
}

/** The gateway's "no" to a request, whatever the status it says it with. */
export class Refused extends Problem {
  /** The gateway's own words, masked and shortened; empty where it said none. */
  readonly quote: string;

  constructor(sentence: Sentence, quote: string) {
    super(sentence);
    this.quote = quote;
  }
}

/** Worth another attempt: the gateway is busy, or the connection broke. */
class Passing extends Problem {
  readonly pauseMs: number | undefined;

  constructor(why: Sentence, pauseMs?: number) {
    super(why);
    this.pauseMs = pauseMs;
  }
}

/** No machine has the name, or it shows another's certificate or none: waiting changes nothing. */
const WRONG_ADDRESS = /^ENOTFOUND$|^EPROTO$|CERT|VERIFY|_SSL_|_TLS_/;

/** What it means that there is no whole reply. */
function failureOf(
  code: string,
  { pathname, origin }: URL,
  { replyBytesMax, timeoutMs }: Politeness,
): Problem {
  if (code === 'REPLY_TOO_LARGE') return new Problem(words.tooLarge(pathname, replyBytesMax));
  if (code === 'REPLY_ENCODED') return new Problem(words.encoded(pathname));
  if (code === 'REPLY_LATE') return new Passing(words.late(timeoutMs));
  if (code === PUBLIC_ADDRESS) return new Problem(words.publicName(origin));
  return WRONG_ADDRESS.test(code)
    ? new Problem(words.noConnection(origin, code))
    : new Passing(words.broke(code));
}

/** `Retry-After` in seconds or as a date, as milliseconds from now. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return ms >= 0 ? ms : undefined;
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;
/** Of the others, the body says nothing that is needed. */
const isRead = (status: number): boolean => !isRedirect(status) && status !== 429 && status < 500;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a reply says instead of what was asked for, in any gateway's or proxy's way. */
function messageOf(reply: unknown): string {
  const { message, msg, error } = (reply ?? {}) as Record<string, unknown>;
  const inner = (error ?? {}) as { message?: unknown };
  const said = [message, msg, inner.message, error].find((text) => typeof text === 'string' && text !== '');
  return (said as string | undefined) ?? '';
}

/** A gateway says "no" with status 200, too. */
const saysNo = (reply: unknown): boolean =>
  typeof reply === 'object' && reply !== null && (reply as { success?: unknown }).success === false;

/** Where a redirect leads: the credential goes to the origin that the caller named and nowhere else. */
function redirected(location: string, from: URL, { baseUrl, secrets }: Access): URL {
  const target = URL.parse(location, from.href);
  if (target === null) throw new Problem(words.noTarget(from.pathname));
  if (target.origin !== baseUrl.origin)
    throw new Problem(words.elsewhere(from.pathname, secrets.quoted(target.origin)));
  return target;
}

/** The text of a reply, by way of redirects. */
async function textAt(url: URL, access: Access, politeness: Politeness, redirects = 0): Promise<string> {
  const { status, headers, text } = await httpGet(url, { ...access, ...politeness }, isRead).catch(
    (error: { code?: string }) => {
      throw error.code === undefined ? error : failureOf(error.code, url, politeness);
    },
  );
  const { location } = headers;
  if (isRedirect(status) && location !== undefined) {
    const target = redirected(location, url, access);
    if (redirects === REDIRECTS_MAX) throw new Problem(words.circle(url.pathname));
    return textAt(target, access, politeness, redirects + 1);
  }
  if (status === 429) throw new Passing(words.pause, retryAfterMs(headers['retry-after']));
  if (status >= 500) throw new Passing(words.status(status));
  if (status >= 200 && status < 300) return text;
  const quote = access.secrets.quoted(messageOf(parsed(text)));
  throw new Refused(words.refused(url.pathname, status, quote), quote);
}

/** A parsed reply, without secrets of this reading. */
function replyOf(text: string, { pathname }: URL, secrets: OwnSecrets): unknown {
  const reply = parsed(text);
  if (reply === undefined) throw new Problem(words.noJson(pathname));
  // What walks or writes it later would overflow the stack.
  if (jsonLength(reply) === Number.POSITIVE_INFINITY) throw new Problem(words.tooDeep(pathname));
  if (!saysNo(reply)) return secrets.in(text) ? secrets.masked(reply) : reply;
  const quote = secrets.quoted(messageOf(reply));
  throw new Refused(words.refusedWell(pathname, quote), quote);
}

/** Gets JSON from a path of one gateway. */
export type GatewayClient = (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>;

/**
 * Gets JSON from one gateway, one request at a time. What it gets is parsed, without secrets of this reading.
 * It throws `Refused` where the gateway says no, and a `Problem` where no further attempt can help, or none is left.
 * @param say hears of pauses and repeated attempts
 */
export function gatewayClient(
  access: Access,
  politeness: Politeness,
  say: (sentence: Sentence) => void,
): GatewayClient {
  const { intervalMs, attemptsMax, firstPauseMs, pauseMsMax, readingBytesMax } = politeness;
  const base = access.baseUrl.href.replace(/\/$/, '');
  let [nextAtMs, bytes] = [0, 0];
  async function attempt(url: URL): Promise<unknown> {
    await sleep(Math.max(0, nextAtMs - Date.now()));
    nextAtMs = Date.now() + intervalMs;
    const text = await textAt(url, access, politeness);
    bytes += Buffer.byteLength(text);
    if (bytes > readingBytesMax) throw new Problem(words.tooMuch(`${readingBytesMax} bytes`));
    return replyOf(text, url, access.secrets);
  }
  return async (path, query = {}) => {
    const url = new URL(base + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt(url);
      } catch (error) {
        if (!(error instanceof Passing)) throw error;
        const [why] = error.sentences as [Sentence];
        if (attempts === attemptsMax) throw new Problem(words.given(path, why, attemptsMax));
        const pauseMs = Math.min(error.pauseMs ?? firstPauseMs * 2 ** (attempts - 1), pauseMsMax);
        say(words.again(path, why, pauseMs));
        await sleep(pauseMs);
      }
    }
  };
}
