import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject } from 'vitest';
import { example } from '#functions/example/example.ts';
import { routes } from '#functions/routes.ts';
import { localTest } from '../support/service/client.ts';
import { plainNativeRow } from '../support/service/documented-requests.ts';

const MARKER = 'planted-marker';
const AMOUNT = '31415.9265358979';
const SEPARATOR = '\n--- the reply ---\n';

interface Invocation {
  readonly log: string;
  readonly reply: string;
}

/**
 * Runs a bundled function in a separate process, so that all its output is captured, and adds the lines that the
 * runtime of Lambda logs for a thrown error.
 */
function run(routeId: string, events: readonly unknown[]): Invocation[] {
  const bundle = pathToFileURL(join(inject('functions'), routeId, 'index.mjs')).href;
  const runtime = pathToFileURL('infra/local/invocation.ts').href;
  const script = `
    import { handler } from ${JSON.stringify(bundle)};
    import { buildFailedReply, formatRuntimeError } from ${JSON.stringify(runtime)};
    import { readFileSync } from 'node:fs';
    const context = { awsRequestId: 'id-of-the-request' };
    for (const event of JSON.parse(readFileSync(0, 'utf8'))) {
      const reply = await handler(event, context).catch((error) => {
        process.stdout.write(formatRuntimeError(error, context.awsRequestId) + '\\n');
        return buildFailedReply(error);
      });
      process.stdout.write(${JSON.stringify(SEPARATOR)} + JSON.stringify(reply) + ${JSON.stringify(SEPARATOR)});
    }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    input: JSON.stringify(events),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const parts = stdout.split(SEPARATOR);
  return events.map((_, n) => ({ log: parts[2 * n] ?? '', reply: parts[2 * n + 1] ?? '' }));
}

const httpEvent = (method: string, path: string, body: unknown) => ({
  version: '2.0',
  rawPath: path,
  rawQueryString: `q=${MARKER}`,
  headers: { 'content-type': 'application/json', authorization: MARKER, cookie: MARKER, 'x-any': MARKER },
  requestContext: { domainName: 'example.org', http: { method, path, userAgent: MARKER } },
  body: JSON.stringify(body),
  isBase64Encoded: false,
});

/** Replaces every leaf of a body; keys stay, so that each path is visited. */
const replaceLeaves = (value: unknown, leaf: (value: unknown, key: string) => unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => replaceLeaves(item, leaf, key));
  if (value === null || typeof value !== 'object') return leaf(value, key);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceLeaves(item, leaf, name)]),
  );
};

const native = { connector: 'new-api', logs: [plainNativeRow], quotaPerUnit: 500_000 };

const acceptedLedgers = replaceLeaves(example, (value, key) => {
  if (/^(version|start|end|occurredAt|status|currency)$/.test(key) || typeof value === 'number') return value;
  return /(amount|charge)$/i.test(key) ? AMOUNT : `${MARKER}-${value}`;
});
const refusedLedgers = replaceLeaves(example, () => MARKER);
const acceptedNative = {
  ...native,
  logs: [{ ...plainNativeRow, request_id: MARKER, model_name: MARKER, note: MARKER, charge: AMOUNT }],
};
const refusedNative = {
  ...native,
  logs: [{ ...plainNativeRow, created_at: MARKER, quota: MARKER, prompt: MARKER }],
};
const malformedNative = { ...native, logs: [{ ...plainNativeRow, created_at: MARKER, quota: MARKER }] };

const parseLines = (log: string) =>
  log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

localTest.each<[what: string, routeId: string, body: unknown, accepted: boolean]>([
  ['accepted ledgers', 'reconcile', acceptedLedgers, true],
  ['refused ledgers', 'reconcile', refusedLedgers, false],
  ['an accepted export', 'normalize', acceptedNative, true],
  ['an export with a prompt', 'normalize', refusedNative, false],
  ['a malformed export', 'normalize', malformedNative, false],
])('%s leave no value in a log line or in an error reply', (_what, routeId, body, accepted) => {
  const path = routes.find(({ id }) => id === routeId)?.path as string;
  const events = [httpEvent('POST', path, body), body];
  for (const [n, { log, reply }] of run(routeId, events).entries()) {
    const [line, thrown, ...more] = parseLines(log);
    expect(line).toMatchObject({
      requestId: 'id-of-the-request',
      route: routeId,
      status: accepted ? 200 : 400,
    });
    expect(more).toEqual([]);
    if (accepted || n === 0) expect(thrown).toBeUndefined();
    else expect(Object.keys(thrown.message)).toEqual(['errorType', 'errorMessage', 'stackTrace']);
    expect(log).not.toContain(MARKER);
    expect(log).not.toContain(AMOUNT.slice(0, 5));
    if (accepted) expect(reply).toContain(MARKER);
    else expect(reply).not.toContain(MARKER);
  }
});

/** The message of a gateway may contain anything: only the caller who sent it may read it. */
const failedPage = { success: false, message: `No such customer: ${MARKER}, sk-1234567890abcdef` };

localTest('the words of a failed gateway reply reach the caller over HTTP, and no log', () => {
  const body = { ...native, logs: failedPage };
  const events = [httpEvent('POST', '/api/v1/normalize', body), body];
  const [overHttp, directly] = run('normalize', events) as [Invocation, Invocation];
  expect(overHttp.reply).toContain(`No such customer: ${MARKER}, ***`);
  expect(overHttp.log).not.toContain(MARKER);
  const [, { level, requestId, message }] = parseLines(directly.log);
  expect({ level, requestId }).toEqual({ level: 'ERROR', requestId: 'id-of-the-request' });
  expect(message).toEqual({
    errorType: 'InvalidRequest',
    errorMessage: expect.stringContaining('logs: is the reply to a failed request.'),
    stackTrace: [''],
  });
  expect(directly.log + directly.reply).not.toContain(MARKER);
});

localTest.each(routes.filter(({ method }) => method === 'GET').map(({ id, path }) => [id, path]))(
  'a GET of %s leaves no header and no query in a log line',
  (routeId, path) => {
    const [{ log }] = run(routeId, [httpEvent('GET', path, undefined)]) as [Invocation];
    expect(JSON.parse(log).route).toBe(routeId);
    expect(log).not.toContain(MARKER);
  },
);
