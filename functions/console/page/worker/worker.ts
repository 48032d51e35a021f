import { mappableFields } from '#shared/files/mapping/mapping.ts';
import { TruncatedFile } from '#shared/files/source-file.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { findUpstreamLogPositions } from '#shared/pipeline/guards/upstream-logs.ts';
import { settingsSchema } from '#shared/pipeline/settings/settings-file.ts';
import { Rejection } from '#shared/rejections.ts';
import { validate } from '#shared/schemas/read.ts';
import { makeSentence } from '#shared/sentence.ts';
import { buildExampleFiles } from './example.ts';
import { inspectFile } from './inspect-file.ts';
import type { LogIdCollector } from './log-id-collector.ts';
import { previewRules } from './preview.ts';
import type {
  InputProblem,
  RunFile,
  RunInput,
  RunProgress,
  WorkerMessage,
  WorkerRequest,
} from './protocol.ts';
import { ReadColumns, readWholeFile } from './read-whole-file.ts';
import { buildRunSettings, buildSource, reconcileFiles } from './reconcile-files.ts';

/** Request ids in each log, of its first rows until it has been read whole. */
const logIds = new Map<number, LogIdCollector>();
/** Columns of the files that have been read. */
const columns = new ReadColumns();
/** Resolves when the last file that was sent has been read. Files are read one after another. */
let lastReading: Promise<void> = Promise.resolve();

const send = (news: WorkerMessage): void => postMessage(news);

function toProblem(error: unknown): InputProblem {
  if (error instanceof TruncatedFile) return { ...error.sentences, isBrokenOff: true };
  if (error instanceof Rejection) return error.sentences;
  const text = error instanceof Error ? error.message : String(error);
  return { message: makeSentence(() => text), details: [], isBug: true };
}

/** Sends which logs are the upstream's: those whose request ids another log contains as upstream ids. */
function findUpstreamLogs(): void {
  const ids = [...logIds.keys()];
  const upstreamLogs = findUpstreamLogPositions([...logIds.values()]).flatMap((place) => ids[place] ?? []);
  send({ is: 'upstreamLogs', upstreamLogs });
}

async function inspect({ id, file, isPartial }: Extract<WorkerRequest, { do: 'inspect' }>): Promise<void> {
  try {
    const { recognition, ids } = await inspectFile(file, isPartial);
    if (ids) logIds.set(id, ids);
    findUpstreamLogs();
    send({ is: 'inspected', id, recognition });
  } catch (error) {
    send({ is: 'unreadable', id, problem: { ...toProblem(error), file: file.name } });
  }
}

/** How a run would read a file. Undefined if it would not, or while a setting is wrong. */
async function planReading(file: RunFile, input: RunInput) {
  try {
    const source = buildSource(file, 0);
    return source && { source, settings: await buildRunSettings(input) };
  } catch (error) {
    if (error instanceof Rejection) return undefined;
    throw error;
  }
}

/** Most reports of progress per file. */
const REPORTS_MAX = 50;

async function read({ file: of, isPartial, run }: Extract<WorkerRequest, { do: 'read' }>): Promise<void> {
  const { id, file } = of;
  let lastReported = 0;
  try {
    const reading = await planReading(of, run);
    const whole = await readWholeFile(file, isPartial, reading, (share) => {
      if (share - lastReported < 1 / REPORTS_MAX) return;
      lastReported = share;
      send({ is: 'share', id, share });
    });
    if (reading && whole.columns) columns.set(id, reading, whole.columns);
    if (logIds.has(id)) logIds.set(id, whole.ids);
    findUpstreamLogs();
    send({ is: 'read', id, content: whole.content });
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

async function run(input: RunInput): Promise<void> {
  try {
    const onProgress = (progress: RunProgress) => send({ is: 'progress', progress });
    const answered = await reconcileFiles(input, new Date().toISOString(), onProgress, columns);
    send({ is: 'answered', answered });
  } catch (error) {
    send({ is: 'refused', problem: toProblem(error) });
  }
}

/** Starts the engine in the worker: handles each `WorkerRequest` of the page, and replies with `WorkerMessage`s. */
export function startEngine(): void {
  addEventListener('message', ({ data: order }: MessageEvent<WorkerRequest>) => {
    if (order.do === 'inspect') inspect(order);
    else if (order.do === 'map') previewTable(order);
    else if (order.do === 'check') checkSettings(order);
    else if (order.do === 'example') send({ is: 'example', files: buildExampleFiles() });
    else if (order.do === 'run') run(order.run);
    else if (order.do === 'read') lastReading = lastReading.then(() => read(order));
    else {
      logIds.delete(order.id);
      columns.delete(order.id);
      findUpstreamLogs();
    }
  });

  send({ is: 'ready', gateways: connectors, fields: mappableFields });
}
