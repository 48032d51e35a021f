import { Rejection } from '#shared/rejections.ts';
import { type OpenSource, reconciled } from './books.ts';
import type { News, Order, Problem, Recognition, Role } from './protocol.ts';
import { type Content, readFile } from './read-file.ts';
import { recognize } from './recognize.ts';

const contents = new Map<number, Content>();
const roles = new Map<number, Role>();

const tell = (news: News): void => postMessage(news);

const problemOf = (error: unknown): Problem =>
  error instanceof Rejection
    ? { message: error.message, details: error.details }
    : { message: error instanceof Error ? error.message : String(error), details: [], isBug: true };

function recognition({ rows, whole }: Content): Recognition {
  const plain = {
    isAmbiguous: false,
    needsUnit: false,
    stripped: [],
    unreadCount: 0,
    unread: [],
    rows: rows.length,
  };
  const inner = (whole?.data ?? whole) as Record<string, unknown> | undefined;
  if (typeof inner?.quota_per_unit === 'number')
    return { ...plain, role: 'status', quotaPerUnit: inner.quota_per_unit, rows: 0 };
  if (Array.isArray(whole?.acknowledged))
    return {
      ...plain,
      role: 'acknowledged',
      acknowledged: whole.acknowledged.map(String),
      rows: whole.acknowledged.length,
    };
  return { ...plain, ...recognize(rows) };
}

/** Ids of requests, as rows write them under `key`. */
const idsOf = (rows: readonly unknown[], key: string): readonly string[] =>
  rows.flatMap((row) => {
    const id = (row as Record<string, unknown> | null)?.[key];
    return typeof id === 'string' && id !== '' ? [id] : [];
  });

/** A log whose request ids another log names as its upstream's is that of the gateway upstream. */
function relate(): void {
  const logs = [...contents].filter(([id]) => roles.get(id) === 'logs' || roles.get(id) === 'upstreamLogs');
  if (logs.length < 2) return;
  for (const [id, { rows }] of logs) {
    const own = new Set(idsOf(rows, 'request_id'));
    const isNamed = logs.some(
      ([other, { rows }]) =>
        other !== id && idsOf(rows, 'upstream_request_id').some((named) => own.has(named)),
    );
    const role = isNamed ? 'upstreamLogs' : 'logs';
    if (roles.get(id) !== role) tell({ is: 'role', id, role });
    roles.set(id, role);
  }
}

async function read(id: number, file: File): Promise<void> {
  try {
    const content = await readFile(file, (share) => tell({ is: 'progress', id, share }));
    contents.set(id, content);
    const recognized = recognition(content);
    roles.set(id, recognized.role);
    tell({ is: 'read', id, recognition: recognized });
    relate();
  } catch (error) {
    tell({ is: 'unreadable', id, problem: { ...problemOf(error), file: file.name } });
  }
}

function forget(id: number): void {
  contents.delete(id);
  roles.delete(id);
}

function run({ sources, settings }: Extract<Order, { do: 'run' }>): void {
  try {
    const open = sources.map(
      (source): OpenSource => ({ ...source, rows: contents.get(source.id)?.rows ?? [] }),
    );
    const answered = reconciled(open, settings, new Date().toISOString(), (step) =>
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
  else run(order);
});
