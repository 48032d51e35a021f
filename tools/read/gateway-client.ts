import { setTimeout as sleep } from 'node:timers/promises';
import { estimateJsonLength } from '#shared/http/body-guard.ts';
import type { Sentence } from '#shared/sentence.ts';
import { Problem } from '../problem.ts';
import { type Exchange, httpGet, PUBLIC_ADDRESS } from './http-get.ts';
import type { SecretMask } from './secret-mask.ts';
import { words } from './words.ts';

/** How often the reader sends requests to a gateway, how long it waits, and how much it accepts. */
export const POLITENESS = {
  /** Pause between two requests. 100 a minute: new-api allows 120 a minute and address, older versions 60. */
  intervalMs: 600,
  timeoutMs: 60_000,
  /** Attempts at one request before the reading ends. The pauses between them double. */
  attemptsMax: 8,
  firstPauseMs: 2_000,
  pauseMsMax: 120_000,
  /** Most bytes of one reply. A hundred rows with whole prompts are smaller. */
  replyBytesMax: 32 * 1024 ** 2,
  /** Most bytes of all replies together, unpacked. */
  readingBytesMax: 64 * 1024 ** 3,
};
/** Pauses and limits of a reading. */
export type Politeness = Readonly<typeof POLITENESS>;

const REDIRECTS_MAX = 3;

/** Address of the gateway and the headers of each request, which contain the credential. */
export interface Access extends Pick<Exchange, 'headers' | 'lookup'> {
  readonly baseUrl: URL;
  readonly secrets: SecretMask;
}

/** Error for a request that the gateway refused, by its status or, with status 200, by `"success": false`. */
export class GatewayRefusal extends Problem {
  /** The gateway's message, masked and shortened; empty if there is none. */
  readonly quote: string;

  constructor(sentence: Sentence, quote: string) {
    super(sentence);
    this.quote = quote;
  }
}

/** A failure that may pass: the gateway is busy, or the connection broke. The request is repeated. */
class TemporaryFailure extends Problem {
  readonly pauseMs: number | undefined;

  constructor(why: Sentence, pauseMs?: number) {
    super(why);
    this.pauseMs = pauseMs;
  }
}

/** Codes of a name that does not exist, and of certificates that do not match. */
const WRONG_ADDRESS = /^ENOTFOUND$|^EPROTO$|CERT|VERIFY|_SSL_|_TLS_/;
/** Codes of the HTTP parser, except that of a connection that ends too early. */
const NOT_HTTP = /^HPE_(?!INVALID_EOF_STATE$)/;

/** Converts the error code of a request without a complete reply to a problem. */
function toProblem(code: string, { pathname, origin }: URL, { replyBytesMax, timeoutMs }: Politeness) {
  if (code === 'REPLY_TOO_LARGE') return new Problem(words.tooLarge(pathname, replyBytesMax));
  if (code === 'REPLY_ENCODED') return new Problem(words.encoded(pathname));
  if (code === 'REPLY_LATE') return new TemporaryFailure(words.late(timeoutMs));
  if (code === PUBLIC_ADDRESS) return new Problem(words.publicName(origin));
  if (NOT_HTTP.test(code)) return new Problem(words.noHttp(origin, code));
  return WRONG_ADDRESS.test(code)
    ? new Problem(words.noConnection(origin, code))
    : new TemporaryFailure(words.broke(code));
}

/** Converts `Retry-After`, in seconds or as a date, to milliseconds from now. */
function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return ms >= 0 ? ms : undefined;
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;
const needsBody = (status: number): boolean => !isRedirect(status) && status !== 429 && status < 500;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Finds the message of a refusal under any of the keys that gateways and proxies use. Empty if there is none. */
function findMessage(reply: unknown): string {
  const { message, msg, error } = (reply ?? {}) as Record<string, unknown>;
  const inner = (error ?? {}) as { message?: unknown };
  const texts = [message, msg, inner.message, error];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? '';
}

const isRefusal = (reply: unknown): boolean =>
  typeof reply === 'object' && reply !== null && (reply as { success?: unknown }).success === false;

/** Resolves the target of a redirect. It must have the gateway's origin: no other host may get the credential. */
function redirectTarget(location: string, from: URL, { baseUrl, secrets }: Access): URL {
  const target = URL.parse(location, from.href);
  if (target === null) throw new Problem(words.noTarget(from.pathname));
  if (target.origin !== baseUrl.origin)
    throw new Problem(words.elsewhere(from.pathname, secrets.maskMessage(target.origin)));
  return target;
}

/** Gets the text of a reply. Follows redirects. */
async function getText(url: URL, access: Access, politeness: Politeness, redirects = 0): Promise<string> {
  const { status, headers, text } = await httpGet(url, { ...access, ...politeness }, needsBody).catch(
    (error: { code?: string }) => {
      throw error.code === undefined ? error : toProblem(error.code, url, politeness);
    },
  );
  const { location } = headers;
  if (isRedirect(status) && location !== undefined) {
    const target = redirectTarget(location, url, access);
    if (redirects === REDIRECTS_MAX) throw new Problem(words.circle(url.pathname));
    return getText(target, access, politeness, redirects + 1);
  }
  if (status === 429) throw new TemporaryFailure(words.pause, parseRetryAfter(headers['retry-after']));
  if (status >= 500) throw new TemporaryFailure(words.status(status));
  if (status >= 200 && status < 300) return text;
  const quote = access.secrets.maskMessage(findMessage(parseJson(text)));
  throw new GatewayRefusal(words.refused(url.pathname, status, quote), quote);
}

/** Parses a reply, and masks the secrets of this reading in it. */
function parseReply(text: string, { pathname }: URL, secrets: SecretMask): unknown {
  const reply = parseJson(text);
  if (reply === undefined) throw new Problem(words.noJson(pathname));
  // Refuse deeply nested replies: code that walks or writes them would overflow the stack.
  if (estimateJsonLength(reply) === Number.POSITIVE_INFINITY) throw new Problem(words.tooDeep(pathname));
  if (!isRefusal(reply)) return secrets.maskReply(reply);
  const quote = secrets.maskMessage(findMessage(reply));
  throw new GatewayRefusal(words.refusedWell(pathname, quote), quote);
}

/** Sends a GET request for a path to the gateway, and returns the reply as parsed JSON. */
export type GatewayClient = (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>;

/**
 * Creates a client of one gateway. It pauses between requests, repeats failed requests (with a sentence to `say`), and
 * masks secrets in replies. It throws a `GatewayRefusal` if the gateway refuses a request, and a `Problem` if a request
 * has failed for good. Send only one request at a time.
 */
export function createGatewayClient(
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
    const text = await getText(url, access, politeness);
    bytes += Buffer.byteLength(text);
    if (bytes > readingBytesMax) throw new Problem(words.tooMuch(`${readingBytesMax} bytes`));
    return parseReply(text, url, access.secrets);
  }
  return async (path, query = {}) => {
    const url = new URL(base + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt(url);
      } catch (error) {
        if (!(error instanceof TemporaryFailure)) throw error;
        const [why] = error.sentences as [Sentence];
        if (attempts === attemptsMax) throw new Problem(words.gaveUp(path, why, attemptsMax));
        const pauseMs = Math.min(error.pauseMs ?? firstPauseMs * 2 ** (attempts - 1), pauseMsMax);
        say(words.again(path, why, pauseMs));
        await sleep(pauseMs);
      }
    }
  };
}
