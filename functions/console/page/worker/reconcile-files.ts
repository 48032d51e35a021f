import { parseMapping } from '#shared/files/mapping/mapping.ts';
import { DETAILS_MAX } from '#shared/limits.ts';
import { compare, sumBy, toPlainText } from '#shared/money/money.ts';
import { readChannelRows } from '#shared/pipeline/read/channel-rows.ts';
import { readSource } from '#shared/pipeline/read/read-source.ts';
import type { Source } from '#shared/pipeline/read/source.ts';
import type { PriceUse } from '#shared/pipeline/reconcile/estimator.ts';
import { buildReportSource } from '#shared/pipeline/report-source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { type ProgressListener, type ReadSource, runSources } from '#shared/pipeline/run-sources.ts';
import { configureRun } from '#shared/pipeline/settings/configure-run.ts';
import { parseSettings, type SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import { usesPublishedList } from '#shared/prices/price-settings.ts';
import { Rejection } from '#shared/rejections.ts';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import type { RejectedRow, ReportSource } from '#shared/report/files/report-source.ts';
import type { PageReport } from '#shared/report/view/page-report.ts';
import type { Sentence } from '#shared/sentence.ts';
import { withByteProgress } from './byte-progress.ts';
import { type RunFile, type RunInput, type RunProgress, sourceFieldOf } from './protocol.ts';
import type { ReadColumns } from './read-whole-file.ts';

/** Sorts files by name, as the month command does. Rejected rows are listed in this order. */
const sortByName = (sources: readonly RunFile[]): RunFile[] =>
  sources.toSorted((a, b) => (a.file.name < b.file.name ? -1 : a.file.name > b.file.name ? 1 : a.id - b.id));

/** Where to get prices that only the month command has: its package with the published list is too large for a page. */
const WITHOUT_LIST: Sentence = {
  en: 'This page does not have the published price list. Enter the prices, or save the output of “npm run -s month -- --settings month.json --show-prices --json” as prices.json and add that file.',
  zh: '本页面没有公开价目表。请填写价格，或把“npm run -s month -- --settings month.json --show-prices --json”的输出保存为 prices.json 并添加到这里。',
};

function requireSettings(settings: SettingsFile): SettingsFile {
  const result = parseSettings(settings);
  if ('output' in result) return result.output;
  throw new Rejection(
    'invalid_request',
    { en: 'A setting is invalid.', zh: '有一项设置无效。' },
    result.mistakes,
  );
}

/**
 * Builds the description of an input file (its number, kind and settings) with which a run reads it. Returns undefined
 * for a file that is not input of a run.
 * @param source index of the file among the input files
 * @param field kind of its rows: `logs`, `upstreamCharges` or `payments`
 */
export function buildSource(
  { file: { name }, role, rules, stated }: RunFile,
  source: number,
  field = sourceFieldOf({ role, rules }),
): Source | undefined {
  const mapping = role === 'mapped' ? { mapping: parseMapping(rules, name) } : {};
  return field && { source, field, name, location: name, ...mapping, ...stated };
}

/**
 * Builds the settings of a run: validates the settings of files and form, and reads the channel lists among the files.
 * @throws Rejection for a mistake in a setting or in a channel list
 */
export async function buildRunSettings({ sources, settings, isPartial }: RunInput): Promise<RunSettings> {
  const stated = configureRun(requireSettings(settings), isPartial);
  const connector = sources.find(({ role }) => role === 'logs')?.connector ?? stated.connector ?? 'new-api';
  const lists = sources.filter(({ role }) => role === 'channels');
  const channels = await Promise.all(
    lists.map(({ file }) => readChannelRows({ name: file.name, bytes: file.stream() })),
  );
  const fields = new Set(sources.map(sourceFieldOf));
  return {
    ...stated,
    connector,
    supplied: { upstreamCharges: fields.has('upstreamCharges'), payments: fields.has('payments') },
    ...(lists.length > 0 && { channels: channels.flat() }),
  };
}

/** Sales without a price by model, the largest revenue first. */
function listUnpriced(uses: readonly PriceUse[]): NonNullable<PageReport['unpriced']> {
  const models = [...Map.groupBy(uses, ({ model }) => model)].flatMap(([model, same]) => {
    // Skip requests without token counts: a price would not help, because it could not be applied.
    const lines = same.flatMap(({ unpriced }) =>
      [...unpriced].flatMap(([why, line]) => (why === 'tokens' ? [] : [line])),
    );
    if (lines.length === 0) return [];
    const requests = lines.reduce((sum, line) => sum + line.requests, 0);
    return [{ model, requests, revenue: sumBy(lines, ({ revenue }) => revenue.value) }];
  });
  const ordered = models.toSorted((a, b) => compare(b.revenue, a.revenue));
  return ordered.map(({ revenue, ...rest }) => ({ ...rest, revenue: toPlainText(revenue) }));
}

/** Number of rows that could not be read, and the first of them. */
function firstRejected({ rejected }: ReportSource): PageReport['aside'] {
  const first: RejectedRow[] = [];
  let count = 0;
  for (const row of rejected()) if (count++ < DETAILS_MAX) first.push(row);
  return count === 0 ? undefined : { count, first };
}

/** Most reports of progress while files are read: enough for a smooth bar. */
const REPORTS_MAX = 100;

/** Reports the progress of a run when a step begins and while files are read. */
function createProgress(files: readonly { readonly file: File }[], report: (progress: RunProgress) => void) {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let now: RunProgress = { step: 'read', rows: 0, bytes: 0, total };
  let lastReported = 0;
  return {
    begin(step: RunProgress['step']): void {
      // Count from 0 again: a run reads files a second time if their rows show that a fork of the gateway wrote them.
      now = { ...now, step, ...(step === 'read' && { rows: 0, bytes: 0 }) };
      lastReported = 0;
      report(now);
    },
    read(rows: number, bytes: number): void {
      now = { ...now, rows: now.rows + rows, bytes: now.bytes + bytes };
      if (now.bytes - lastReported < total / REPORTS_MAX) return;
      lastReported = now.bytes;
      report(now);
    },
  };
}

/**
 * Reconciles files as the month command does, with the same report.
 * @param generatedAt time of the report, as an ISO date-time
 * @param columns cache with files that were read before, which need not be read again
 * @throws Rejection for a mistake in a setting or a file, or if the run refuses the files
 */
export async function reconcileFiles(
  input: RunInput,
  generatedAt: string,
  onProgress: (progress: RunProgress) => void,
  columns?: ReadColumns,
): Promise<PageReport> {
  const files = sortByName(input.sources).filter((file) => sourceFieldOf(file) !== undefined);
  const sources = files.flatMap((file, source) => buildSource(file, source) ?? []);
  const settings = await buildRunSettings(input);
  const { begin, read } = createProgress(files, onProgress);
  const readFile: ReadSource = async (source, as) => {
    const { id, file } = files[source.source] as RunFile;
    const kept = columns?.take(id, source, as);
    if (kept) read(0, file.size);
    return (
      kept ??
      readSource(
        source,
        withByteProgress(file, (bytes) => read(0, bytes)),
        as,
      )
    );
  };
  const watch: ProgressListener = (step) => {
    begin(step);
    return (rows = 0) => {
      if (step === 'read') read(rows, 0);
    };
  };
  const ran = await runSources(sources, readFile, settings, watch);
  begin('write');
  const source = buildReportSource(ran, {
    sources,
    generatedAt,
    connector: settings.connector,
    page: () => '',
    language: undefined,
  });
  const [aside, unpriced] = [firstRejected(source), listUnpriced(ran.reconciled.uses)];
  const needsList = settings.prices !== undefined && usesPublishedList(settings.prices);
  return {
    ...buildPageReport(source),
    ...(aside && { aside }),
    ...(unpriced.length > 0 && { unpriced, ...(needsList && { priceHint: WITHOUT_LIST }) }),
  };
}
