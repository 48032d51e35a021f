import { setTimeout as sleep } from 'node:timers/promises';

/** What ends a reading, in a sentence for the person who runs it. It never holds a credential or a row. */
export class ReadingProblem extends Error {}

interface Politeness {
  /** Pause between two requests. */
  readonly intervalMs: number;
  /** A request that takes longer has failed. */
  readonly timeoutMs: number;
  /** Attempts at one page before the reading ends; pauses between them double. */
  readonly attemptsMax: number;
  readonly firstPauseMs: number;
  readonly pauseMsMax: number;
}

/** 100 requests a minute: new-api allows 120 a minute and address, older versions 60. */
export const POLITENESS: Politeness = {
  intervalMs: 600,
  timeoutMs: 60_000,
  attemptsMax: 8,
  firstPauseMs: 2_000,
  pauseMsMax: 120_000,
};

const REPLY_CHARACTERS_MAX = 50_000_000;
const REDIRECTS_MAX = 3;

/** Worth another attempt: the gateway is busy, or the connection broke. */
class Passing extends Error {
  readonly pauseMs: number | undefined;
  constructor(message: string, pauseMs?: number) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

const STATUS_SENTENCES: Record<number, string> = {
  401: 'it does not accept the credential. Read it anew from the gateway, and check the user id',
  403: 'the credential does not permit this list. Logs of all users need an administrator',
  404: 'it has no such path. Check the address and the connector',
};

/** No machine has the name, or it shows another's certificate or none: waiting changes nothing. */
const WRONG_ADDRESS = /^ENOTFOUND$|CERT|_SSL_|_TLS_|^bad port$/;

/** `Retry-After` in seconds or as a date, as milliseconds from now. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return ms >= 0 ? ms : undefined;
}

/**
 * Gets JSON from one gateway, one request at a time. The credential goes to the origin that the caller named and
 * nowhere else: a redirect to another origin ends the reading instead of being followed.
 */
export class GatewayClient {
  readonly #origin: string;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #politeness: Politeness;
  readonly #say: (sentence: string) => void;
  #nextAtMs = 0;

  /** @param say hears of pauses and repeated attempts */
  constructor(
    baseUrl: URL,
    headers: Readonly<Record<string, string>>,
    politeness: Politeness,
    say: (sentence: string) => void,
  ) {
    this.#origin = baseUrl.origin;
    this.#base = baseUrl.href.replace(/\/$/, '');
    this.#headers = headers;
    this.#politeness = politeness;
    this.#say = say;
  }

  /**
   * The parsed reply of a GET.
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
        if (attempt === attemptsMax)
          throw new ReadingProblem(
            `${path}: ${error.message}, ${attemptsMax} times in a row. Run the same command later: it goes on where it stopped.`,
          );
        const pauseMs = Math.min(error.pauseMs ?? firstPauseMs * 2 ** (attempt - 1), pauseMsMax);
        this.#say(`${path}: ${error.message}; trying again in ${Math.ceil(pauseMs / 1000)} s`);
        await sleep(pauseMs);
      }
    }
  }

  async #attempt(url: URL): Promise<unknown> {
    await sleep(Math.max(0, this.#nextAtMs - Date.now()));
    this.#nextAtMs = Date.now() + this.#politeness.intervalMs;
    const text = await this.#text(url, 0);
    try {
      return JSON.parse(text);
    } catch {
      throw new ReadingProblem(
        `${url.pathname}: the reply is not JSON. Is this the address of the gateway's API, without a path of its web page?`,
      );
    }
  }

  async #text(url: URL, redirects: number): Promise<string> {
    const reply = await this.#fetch(url);
    const target = reply.headers.get('location');
    if (reply.status >= 300 && reply.status < 400 && target !== null)
      return this.#text(this.#sameOrigin(new URL(target, url), url, redirects), redirects + 1);
    if (reply.status === 429)
      throw new Passing('it asks for a pause (429)', retryAfterMs(reply.headers.get('retry-after')));
    if (reply.status >= 500) throw new Passing(`it answered with status ${reply.status}`);
    if (!reply.ok)
      throw new ReadingProblem(
        `${url.pathname}: ${STATUS_SENTENCES[reply.status] ?? `it answered with status ${reply.status}`}.`,
      );
    const text = await reply.text().catch(() => {
      throw new Passing('the connection broke');
    });
    if (text.length > REPLY_CHARACTERS_MAX)
      throw new ReadingProblem(`${url.pathname}: the reply is larger than a page can be.`);
    return text;
  }

  #fetch(url: URL): Promise<Response> {
    return fetch(url, {
      headers: { ...this.#headers, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#politeness.timeoutMs),
    }).catch(({ cause }: { cause?: { code?: string; message?: string } }) => {
      const why = cause?.code ?? cause?.message ?? '';
      if (WRONG_ADDRESS.test(why))
        throw new ReadingProblem(`${url.origin}: no connection is possible (${why}). Check --base-url.`);
      throw new Passing(why === '' ? 'the connection broke' : `the connection broke (${why})`);
    });
  }

  #sameOrigin(target: URL, from: URL, redirects: number): URL {
    if (target.origin !== this.#origin)
      throw new ReadingProblem(
        `${from.pathname}: it redirects to ${target.origin}, which must not get the credential. If that is the gateway, give it as --base-url.`,
      );
    if (redirects === REDIRECTS_MAX) throw new ReadingProblem(`${from.pathname}: it redirects in a circle.`);
    return target;
  }
}
