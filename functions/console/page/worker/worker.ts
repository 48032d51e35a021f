import { mappableFields } from '#shared/files/mapping/mapping.ts';
import { TruncatedFile } from '#shared/files/source-file.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { upstreamLogsIn } from '#shared/pipeline/guards/upstream-logs.ts';
import { settingsSchema } from '#shared/pipeline/settings/stated-settings.ts';
import { Rejection } from '#shared/rejections.ts';
import { validate } from '#shared/schemas/read.ts';
import { makeSentence } from '#shared/sentence.ts';
import { answerOf } from './answer.ts';
import { type Looked, look } from './look.ts';
import { preview } from './preview.ts';
import type { News, Order, Problem, Progress } from './protocol.ts';

/** What looks at files have shown: it helps to choose what they are, and no answer rests on it. */
const looks = new Map<number, Looked>();
/** Logs that other ones show to be their upstream's. */
let bought: ReadonlySet<number> = new Set();

const tell = (news: News): void => postMessage(news);

function problemOf(error: unknown): Problem {
  if (error instanceof TruncatedFile) return { ...error.sentences, isBrokenOff: true };
  if (error instanceof Rejection) return error.sentences;
  const text = error instanceof Error ? error.message : String(error);
  return { message: makeSentence(() => text), details: [], isBug: true };
}

/** A log whose request ids another log names as its upstream's is that of the gateway upstream. */
function relate(): void {
  const logs = [...looks].flatMap(([id, { ids }]) => (ids ? [{ id, ids }] : []));
  const now = new Set(upstreamLogsIn(logs.map(({ ids }) => ids)).map((place) => logs[place]?.id ?? 0));
  for (const { id } of logs)
    if (now.has(id) !== bought.has(id)) tell({ is: 'role', id, role: now.has(id) ? 'upstreamLogs' : 'logs' });
  bought = now;
}

/** Shares of a file that are told. */
const SHARES_MAX = 50;

async function lookAt({ id, file, isPartial }: Extract<Order, { do: 'look' }>): Promise<void> {
  let told = 0;
  try {
    const looked = await look(file, isPartial, (share) => {
      if (share - told < 1 / SHARES_MAX) return;
      told = share;
      tell({ is: 'share', id, share });
    });
    looks.set(id, looked);
    tell({ is: 'looked', id, recognition: looked.recognition });
    relate();
  } catch (error) {
    tell({ is: 'unreadable', id, problem: { ...problemOf(error), file: file.name } });
  }
}

/** The rules that a table is read by, tried on its first rows. */
function map({ id, name, rules }: Extract<Order, { do: 'map' }>): void {
  const { first = [], recognition } = looks.get(id) ?? {};
  try {
    tell({ is: 'mapped', id, preview: preview(first, recognition?.columns ?? [], rules, name) });
  } catch (error) {
    tell({ is: 'mapped', id, preview: { rows: [], needsUnit: false, problem: problemOf(error) } });
  }
}

function checkSettings({ settings }: Extract<Order, { do: 'check' }>): void {
  const checked = validate(settingsSchema, settings);
  tell({ is: 'checked', mistakes: 'problems' in checked ? checked.problems : [] });
}

async function run(order: Extract<Order, { do: 'run' }>): Promise<void> {
  try {
    const told = (progress: Progress) => tell({ is: 'progress', progress });
    tell({ is: 'answered', answered: await answerOf(order, new Date().toISOString(), told) });
  } catch (error) {
    tell({ is: 'refused', problem: problemOf(error) });
  }
}

/** Answers the page's orders, from a thread of its own. */
export function work(): void {
  addEventListener('message', ({ data: order }: MessageEvent<Order>) => {
    if (order.do === 'look') lookAt(order);
    else if (order.do === 'map') map(order);
    else if (order.do === 'check') checkSettings(order);
    else if (order.do === 'run') run(order);
    else {
      looks.delete(order.id);
      relate();
    }
  });

  tell({ is: 'ready', gateways: connectors, fields: mappableFields });
}
