import { mappableFields } from '#shared/files/mapping/mapping.ts';
import { TruncatedFile } from '#shared/files/source-file.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { findUpstreamLogPositions } from '#shared/pipeline/guards/upstream-logs.ts';
import { settingsSchema } from '#shared/pipeline/settings/settings-file.ts';
import { Rejection } from '#shared/rejections.ts';
import type { PageReport } from '#shared/report/view/page-report.ts';
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

/** Files that are being inspected, and files that are read or wait for it. */
const pending = { inspect: 0, read: 0 };

/** Sends what was found about a file. Before the last file of a step, sends which logs are the upstream's. */
function finish(step: keyof typeof pending, news: WorkerMessage): void {
  if (--pending[step] === 0) findUpstreamLogs();
  send(news);
}

/** Builds the message about a file that cannot be read. */
const refuse = ({ id, file }: Pick<RunFile, 'id' | 'file'>, error: unknown): WorkerMessage => ({
  is: 'unreadable',
  id,
  problem: { ...toProblem(error), file: file.name },
});

async function inspect(order: Extract<WorkerRequest, { do: 'inspect' }>): Promise<WorkerMessage> {
  const { id, file, isPartial } = order;
  try {
    const { recognition, ids } = await inspectFile(file, isPartial);
    if (ids) logIds.set(id, ids);
    return { is: 'inspected', id, recognition };
  } catch (error) {
    return refuse(order, error);
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

/** Shortest time between two reports of progress: the page draws the list of files for each. */
const REPORT_MS = 500;

let lastReport = 0;

async function read({
  file: of,
  isPartial,
  run,
}: Extract<WorkerRequest, { do: 'read' }>): Promise<WorkerMessage> {
  const { id, file } = of;
  try {
    const reading = await planReading(of, run);
    const whole = await readWholeFile(file, isPartial, reading, (share) => {
      if (performance.now() - lastReport < REPORT_MS) return;
      lastReport = performance.now();
      send({ is: 'share', id, share });
    });
    if (reading && whole.columns) columns.set(id, reading, whole.columns);
    if (logIds.has(id)) logIds.set(id, whole.ids);
    return { is: 'read', id, content: whole.content };
  } catch (error) {
    return refuse(of, error);
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

/** Most findings in one message, which the page receives in about 10 ms. */
const FINDINGS_MAX = 2000;

/** Sends the findings of a report in several messages, and then the report without them. */
function sendReport(answered: PageReport): void {
  const { report } = answered;
  for (let from = 0; from < report.findings.length; from += FINDINGS_MAX)
    send({ is: 'findings', findings: report.findings.slice(from, from + FINDINGS_MAX) });
  send({ is: 'report', answered: { ...answered, report: { ...report, findings: [] } } });
  send({ is: 'answered' });
}

async function run(input: RunInput): Promise<void> {
  try {
    const onProgress = (progress: RunProgress) => send({ is: 'progress', progress });
    sendReport(await reconcileFiles(input, new Date().toISOString(), onProgress, columns));
  } catch (error) {
    send({ is: 'refused', problem: toProblem(error) });
  }
}

/** Handles each `WorkerRequest` of the page (inspect a file, run, …) in the worker, and replies by `WorkerMessage`s. */
export function startEngine(): void {
  addEventListener('message', ({ data: order }: MessageEvent<WorkerRequest>) => {
    if (order.do === 'inspect') {
      pending.inspect++;
      inspect(order).then((news) => finish('inspect', news));
    } else if (order.do === 'map') previewTable(order);
    else if (order.do === 'check') checkSettings(order);
    else if (order.do === 'example') send({ is: 'example', files: buildExampleFiles() });
    else if (order.do === 'run') run(order.run);
    else if (order.do === 'read') {
      pending.read++;
      lastReading = lastReading.then(async () => finish('read', await read(order)));
    } else {
      logIds.delete(order.id);
      columns.delete(order.id);
      findUpstreamLogs();
    }
  });

  send({ is: 'ready', gateways: connectors, fields: mappableFields });
}
