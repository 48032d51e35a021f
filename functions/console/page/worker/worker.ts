import { mappableFields } from '#shared/files/mapping/mapping.ts';
import { TruncatedFile } from '#shared/files/source-file.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { findUpstreamLogPositions } from '#shared/pipeline/guards/upstream-logs.ts';
import { settingsSchema } from '#shared/pipeline/settings/settings-file.ts';
import { Rejection } from '#shared/rejections.ts';
import { validate } from '#shared/schemas/read.ts';
import { makeSentence } from '#shared/sentence.ts';
import { type Inspection, inspectFile } from './inspect-file.ts';
import { previewRules } from './preview.ts';
import type { InputProblem, RunProgress, WorkerMessage, WorkerRequest } from './protocol.ts';
import { reconcileFiles } from './reconcile-files.ts';

/** Results of inspections: it helps to choose what they are, and no answer rests on it. */
const inspections = new Map<number, Inspection>();
/** Ids of logs that belong to the upstream gateway, as other logs show. */
let upstreamLogIds: ReadonlySet<number> = new Set();

const send = (news: WorkerMessage): void => postMessage(news);

function toProblem(error: unknown): InputProblem {
  if (error instanceof TruncatedFile) return { ...error.sentences, isBrokenOff: true };
  if (error instanceof Rejection) return error.sentences;
  const text = error instanceof Error ? error.message : String(error);
  return { message: makeSentence(() => text), details: [], isBug: true };
}

/** Updates the roles of logs: a log is the upstream's if another log names its request ids as those of its upstream. */
function updateRoles(): void {
  const logs = [...inspections].flatMap(([id, { ids }]) => (ids ? [{ id, ids }] : []));
  const now = new Set(
    findUpstreamLogPositions(logs.map(({ ids }) => ids)).map((place) => logs[place]?.id ?? 0),
  );
  for (const { id } of logs)
    if (now.has(id) !== upstreamLogIds.has(id))
      send({ is: 'role', id, role: now.has(id) ? 'upstreamLogs' : 'logs' });
  upstreamLogIds = now;
}

/** Most reports of progress per file. */
const REPORTS_MAX = 50;

async function inspect({ id, file, isPartial }: Extract<WorkerRequest, { do: 'inspect' }>): Promise<void> {
  let lastReported = 0;
  try {
    const inspection = await inspectFile(file, isPartial, (share) => {
      if (share - lastReported < 1 / REPORTS_MAX) return;
      lastReported = share;
      send({ is: 'share', id, share });
    });
    inspections.set(id, inspection);
    send({ is: 'inspected', id, recognition: inspection.recognition });
    updateRoles();
  } catch (error) {
    send({ is: 'unreadable', id, problem: { ...toProblem(error), file: file.name } });
  }
}

/** Sends a preview of the first rows of a table, read with mapping rules. */
async function previewTable({ id, file, rules }: Extract<WorkerRequest, { do: 'map' }>): Promise<void> {
  try {
    const preview = await previewRules({ name: file.name, bytes: file.stream() }, rules);
    send({ is: 'mapped', id, preview });
  } catch (error) {
    send({ is: 'mapped', id, preview: { rows: [], needsUnit: false, problem: toProblem(error) } });
  }
}

function checkSettings({ settings }: Extract<WorkerRequest, { do: 'check' }>): void {
  const result = validate(settingsSchema, settings);
  send({ is: 'checked', mistakes: 'problems' in result ? result.problems : [] });
}

async function run(order: Extract<WorkerRequest, { do: 'run' }>): Promise<void> {
  try {
    const onProgress = (progress: RunProgress) => send({ is: 'progress', progress });
    send({ is: 'answered', answered: await reconcileFiles(order, new Date().toISOString(), onProgress) });
  } catch (error) {
    send({ is: 'refused', problem: toProblem(error) });
  }
}

/** Starts the engine in the worker: handles the requests of the page. */
export function startEngine(): void {
  addEventListener('message', ({ data: order }: MessageEvent<WorkerRequest>) => {
    if (order.do === 'inspect') inspect(order);
    else if (order.do === 'map') previewTable(order);
    else if (order.do === 'check') checkSettings(order);
    else if (order.do === 'run') run(order);
    else {
      inspections.delete(order.id);
      updateRoles();
    }
  });

  send({ is: 'ready', gateways: connectors, fields: mappableFields });
}
