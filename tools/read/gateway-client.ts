import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonLength } from '#shared/http/body-guard.ts';
import type { Sentence } from '#shared/sentence.ts';
import { httpGet, type Reply, ReplyEncoded, ReplyLate, ReplyTooLarge } from './http-get.ts';
import type { OwnSecrets } from './own-secrets.ts';
import { PUBLIC_ADDRESS } from './private-network.ts';
import { ReadingProblem, Refused } from './reading-problem.ts';
import { words } from './words.ts';

/** How the reader behaves towards a gateway, and how much it takes from one. */
export interface Politeness {
  /** Pause between two requests. */
  readonly intervalMs: number;
  /** A request that takes longer has failed. */
  readonly timeoutMs: number;
  /** Attempts at one page before the reading ends; pauses between them double. */
  readonly attemptsMax: number;
  readonly firstPauseMs: number;
  readonly pauseMsMax: number;
  /** Largest reply in bytes, as sent and unpacked. A hundred rows with whole prompts in them stay below. */
  readonly replyBytesMax: number;
  /** Most bytes of all replies together, unpacked. */
  readonly readingBytesMax: number;
}

export const POLITENESS: Politeness = {
  /** 100 requests a minute: new-api allows 120 a minute and address, older versions 60. */
  intervalMs: 600,
  timeoutMs: 60_000,
  attemptsMax: 8,
  firstPauseMs: 2_000,
  pauseMsMax: 120_000,
  replyBytesMax: 32 * 1024 ** 2,
  readingBytesMax: 64 * 1024 ** 3,
};

const REDIRECTS_MAX = 3;

/** Who reads from where, and by what. */
export interface Access {
  readonly baseUrl: URL;
  /** Headers of every request, the credential among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: OwnSecrets;
  /** Finds the addresses of the gateway's name, where not every one will do. */
  readonly lookup: LookupFunction | undefined;
}

/** Worth another attempt: the gateway is busy, or the connection broke. */
class Passing extends Error {
  readonly why: Sentence;
  readonly pauseMs: number | undefined;

  constructor(why: Sentence, pauseMs?: number) {
    super(why.en);
    this.why = why;
    this.pauseMs = pauseMs;
  }
}

/** No machine has the name, or it shows another's certificate or none: waiting changes nothing. */
const WRONG_ADDRESS = /^ENOTFOUND$|^EPROTO$|CERT|VERIFY|_SSL_|_TLS_/;

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

/**
 * Gets JSON from one gateway, one request at a time. The credential goes to the origin that the caller named and
 * nowhere else: a redirect to another origin ends the reading instead of being followed.
 */
export class GatewayClient {
  readonly #access: Access;
  readonly #base: string;
  readonly #politeness: Politeness;
  readonly #say: (sentence: Sentence) => void;
  #nextAtMs = 0;
  #bytes = 0;

  /** @param say hears of pauses and repeated attempts */
  constructor(access: Access, politeness: Politeness, say: (sentence: Sentence) => void) {
    this.#access = access;
    this.#base = access.baseUrl.href.replace(/\/$/, '');
    this.#politeness = politeness;
    this.#say = say;
  }

  /**
   * The parsed reply of a GET, without secrets of this reading.
   * @throws Refused where the gateway says no
   * @throws ReadingProblem where no further attempt can help, or none is left
   */
  async get(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const { attemptsMax, firstPauseMs, pauseMsMax } = this.#politeness;
    const url = new URL(this.#base + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(url);
      } catch (error) {
        if (!(error instanceof Passing)) throw error;
        if (attempt === attemptsMax) throw new ReadingProblem(words.given(path, error.why, attemptsMax));
        const pauseMs = Math.min(error.pauseMs ?? firstPauseMs * 2 ** (attempt - 1), pauseMsMax);
        this.#say(words.again(path, error.why, pauseMs));
        await sleep(pauseMs);
      }
    }
  }

  async #attempt(url: URL): Promise<unknown> {
    await sleep(Math.max(0, this.#nextAtMs - Date.now()));
    this.#nextAtMs = Date.now() + this.#politeness.intervalMs;
    const text = await this.#text(url, 0);
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes > this.#politeness.readingBytesMax)
      throw new ReadingProblem(words.tooMuch(`${this.#politeness.readingBytesMax} bytes`));
    const reply = parsed(text);
    if (reply === undefined) throw new ReadingProblem(words.noJson(url.pathname));
    // What walks or writes it later would overflow the stack.
    if (jsonLength(reply) === Number.POSITIVE_INFINITY) throw new ReadingProblem(words.tooDeep(url.pathname));
    const { secrets } = this.#access;
    if (saysNo(reply)) {
      const quote = secrets.quoted(messageOf(reply));
      throw new Refused(words.refusedWell(url.pathname, quote), 200, quote);
    }
    return secrets.in(text) ? secrets.masked(reply) : reply;
  }

  async #text(url: URL, redirects: number): Promise<string> {
    const { status, headers, text } = await this.#reply(url);
    const { location } = headers;
    if (isRedirect(status) && location !== undefined)
      return this.#text(this.#sameOrigin(location, url, redirects), redirects + 1);
    if (status === 429) throw new Passing(words.pause(), retryAfterMs(headers['retry-after']));
    if (status >= 500) throw new Passing(words.status(status));
    if (status < 200 || status >= 300) {
      const quote = this.#access.secrets.quoted(messageOf(parsed(text)));
      throw new Refused(words.refused(url.pathname, status, quote), status, quote);
    }
    return text;
  }

  async #reply(url: URL): Promise<Reply> {
    const { timeoutMs, replyBytesMax } = this.#politeness;
    const { headers, lookup } = this.#access;
    try {
      return await httpGet(url, { headers, timeoutMs, bytesMax: replyBytesMax, lookup }, isRead);
    } catch (error) {
      if (error instanceof ReplyTooLarge)
        throw new ReadingProblem(words.tooLarge(url.pathname, replyBytesMax));
      if (error instanceof ReplyEncoded) throw new ReadingProblem(words.encoded(url.pathname));
      if (error instanceof ReplyLate) throw new Passing(words.late(timeoutMs));
      const { code } = error as { code?: string };
      if (code === undefined) throw error;
      if (code === PUBLIC_ADDRESS) throw new ReadingProblem(words.publicName(url.origin));
      if (WRONG_ADDRESS.test(code)) throw new ReadingProblem(words.noConnection(url.origin, code));
      throw new Passing(words.broke(code));
    }
  }

  #sameOrigin(location: string, from: URL, redirects: number): URL {
    const target = URL.parse(location, from.href);
    if (target === null) throw new ReadingProblem(words.noTarget(from.pathname));
    const { baseUrl, secrets } = this.#access;
    if (target.origin !== baseUrl.origin)
      throw new ReadingProblem(words.elsewhere(from.pathname, secrets.quoted(target.origin)));
    if (redirects === REDIRECTS_MAX) throw new ReadingProblem(words.circle(from.pathname));
    return target;
  }
}
