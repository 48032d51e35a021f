import { connectors } from '#shared/connectors/registry.ts';
import { mappedFields } from '#shared/files/mapping/mapping.ts';
import { Rejection } from '#shared/rejections.ts';
import { inEach } from '#shared/sentence.ts';
import { answerOf, type OpenSource } from './books.ts';
import { isCountedTwice } from './counted-twice.ts';
import { mapped, preview } from './mapped.ts';
import type { News, Order, Problem, Role, Source } from './protocol.ts';
import { type Content, readFile } from './read-file.ts';
import { TooManyAside } from './set-aside.ts';

const contents = new Map<number, Content>();
const roles = new Map<number, Role>();

const tell = (news: News): void => postMessage(news);

function problemOf(error: unknown): Problem {
  if (error instanceof Rejection) return error.sentences;
  const text = error instanceof Error ? error.message : String(error);
  const problem = { message: inEach(() => text), details: [] };
  return error instanceof TooManyAside ? { ...problem, unread: error.rows } : { ...problem, isBug: true };
}

/** Ids of requests, as rows write them under `key`. */
const idsOf = (rows: Content['rows'], key: string): readonly string[] =>
  rows.flatMap(({ native }) => {
    const id = native[key];
    return typeof id === 'string' && id !== '' ? [id] : [];
  });

const LOGS: ReadonlySet<Role | undefined> = new Set(['logs', 'upstreamLogs']);

/** Most requests of a log stand in another one: a user's own list beside the administrator's, or a dump beside pages. */
function repeats(ids: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const id of ids) if (others.has(id)) shared++;
  return shared * 2 > ids.size;
}

/** A log whose request ids another log names as its upstream's is that of the gateway upstream. */
function relate(): void {
  const logs = [...contents].filter(([id]) => LOGS.has(roles.get(id)));
  if (logs.length < 2) return;
  const own = new Map(logs.map(([id, { rows }]) => [id, new Set(idsOf(rows, 'request_id'))]));
  for (const [id] of logs) {
    const isNamed = logs.some(
      ([other, { rows }]) =>
        other !== id && idsOf(rows, 'upstream_request_id').some((named) => own.get(id)?.has(named)),
    );
    const role = isNamed ? 'upstreamLogs' : 'logs';
    if (roles.get(id) !== role) tell({ is: 'role', id, role });
    roles.set(id, role);
  }
  for (const [id, ids] of own) {
    const repeated = logs.find(([other]) => other < id && repeats(ids, own.get(other) ?? ids));
    if (repeated === undefined) continue;
    roles.set(id, 'ignored');
    tell({ is: 'role', id, role: 'ignored', repeats: repeated[0] });
  }
}

/** Of logs without request ids, the one that comes later is told. */
function compareNameless(): void {
  const logs = [...contents].filter(([id]) => roles.get(id) === 'logs');
  for (const [id, { rows, recognition }] of logs) {
    const twin = logs.find(
      ([other, { rows: others, recognition: its }]) =>
        other !== id &&
        its.connector === recognition.connector &&
        isCountedTwice(rows, others) &&
        (other < id || !isCountedTwice(others, rows)),
    );
    if (twin) tell({ is: 'twice', id, beside: twin[0] });
  }
}

async function read(id: number, file: File): Promise<void> {
  try {
    const content = await readFile(file, (share) => tell({ is: 'progress', id, share }));
    contents.set(id, content);
    const { recognition } = content;
    roles.set(id, recognition.role);
    tell({ is: 'read', id, recognition });
    relate();
    compareNameless();
  } catch (error) {
    tell({ is: 'unreadable', id, problem: { ...problemOf(error), file: file.name } });
  }
}

function forget(id: number): void {
  contents.delete(id);
  roles.delete(id);
}

/** The rules that a table is read by, tried on its first rows. */
function map({ id, name, rules }: Extract<Order, { do: 'map' }>): void {
  const { rows = [], recognition } = contents.get(id) ?? {};
  try {
    tell({ is: 'mapped', id, preview: preview(rows, recognition?.columns ?? [], rules, name) });
  } catch (error) {
    tell({ is: 'mapped', id, preview: { rows: [], needsUnit: false, problem: problemOf(error) } });
  }
}

/** What rows of a table are once they are read by rules. */
const ROLE_OF = { upstreamCharges: 'bill', payments: 'payments', logs: 'logs' } as const;

function opened(source: Source): OpenSource {
  const { rows = [], recognition } = contents.get(source.id) ?? {};
  if (source.role !== 'mapped' || !source.rules) return { ...source, rows, unread: [] };
  const read = mapped(rows, recognition?.columns ?? [], source.rules, source.name);
  return { ...source, ...read, role: ROLE_OF[source.rules.rows] };
}

function run({ sources, settings }: Extract<Order, { do: 'run' }>): void {
  try {
    const answered = answerOf(sources.map(opened), settings, new Date().toISOString(), (step) =>
      tell({ is: 'step', step }),
    );
    tell({ is: 'answered', answered });
  } catch (error) {
    tell({ is: 'failed', problem: problemOf(error) });
  }
}

addEventListener('message', ({ data: order }: MessageEvent<Order>) => {
  if (order.do === 'read') read(order.id, order.file);
  else if (order.do === 'forget') forget(order.id);
  else if (order.do === 'map') map(order);
  else run(order);
});

tell({
  is: 'ready',
  gateways: connectors.map(({ id, name, quotaPerUnitAt }) => ({ id, name, quotaPerUnitAt })),
  fields: mappedFields,
});
