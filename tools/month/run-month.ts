import { closeSync, openSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceWithoutAcknowledged } from '#functions/ledgers/publish.ts';
import { describeFile } from '#shared/files/describe-file.ts';
import { findBuiltInMapping } from '#shared/files/mapping/built-in-mappings.ts';
import type { ReadRow } from '#shared/files/source-file.ts';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { findUnreadReportOfFile } from '#shared/normalizer/bills/recognize-bill.ts';
import { readChannelRows } from '#shared/pipeline/read/channel-rows.ts';
import { readSource } from '#shared/pipeline/read/read-source.ts';
import type { Source } from '#shared/pipeline/read/source.ts';
import { buildReportSource } from '#shared/pipeline/report-source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import {
  type CompletedRun,
  type ProgressListener,
  type ReadSource,
  runSources,
} from '#shared/pipeline/run-sources.ts';
import { usesPublishedList } from '#shared/prices/price-settings.ts';
import { localizeSource } from '#shared/report/files/localize-source.ts';
import { generateFile, listFileNames } from '#shared/report/files/report-files.ts';
import type { ReportSource } from '#shared/report/files/report-source.ts';
import { inChunks } from '#shared/report/files/text-chunks.ts';
import { withoutAcknowledged } from '#shared/report/files/without-acknowledged.ts';
import type { RunReport } from '#shared/report/run-report.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { loadReportPage } from '../packaged.ts';
import { createProviderLookup } from '../prices/channel-providers.ts';
import { Problem } from '../problem.ts';
import { listInputs, openInput, parseS3Url } from './inputs.ts';
import type { MonthSettings } from './settings/settings.ts';
import { findSources } from './sources.ts';

const SHOWN_MAX = 100;

/** Whether a log needs no connector: it has a mapping, its own or built in, or is a report that is refused anyway. */
async function hasMapping({ location, mapping }: Source): Promise<boolean> {
  if (mapping !== undefined) return mapping.rows === 'downstreamUsage';
  const [first] = (await describeFile({ name: location, bytes: openInput(location) })).rows;
  const isKnown = ({ native }: ReadRow) =>
    findBuiltInMapping('logs', native) !== undefined || findUnreadReportOfFile(native) !== undefined;
  return first !== undefined && isKnown(first);
}

async function allHaveMappings(logs: readonly Source[]): Promise<boolean> {
  for (const log of logs) if (!(await hasMapping(log))) return false;
  return true;
}

async function buildRunSettings(settings: MonthSettings, sources: readonly Source[]): Promise<RunSettings> {
  const { configured, upstream, payments } = settings;
  const logs = sources.filter(({ field }) => field === 'logs');
  // If all logs have mappings, use any connector: a run requires one, but does not use it for mapped logs.
  const connector = configured.connector ?? ((await allHaveMappings(logs)) ? 'new-api' : undefined);
  if (connector === undefined)
    throw new Problem({
      en: '--connector is missing. Add the gateway that wrote the log, for example --connector new-api. For a log of your own application, use --mapping instead (docs/mapping.md).',
      zh: '缺少 --connector。请写明日志来自哪个网关，例如 --connector new-api；自有应用的日志请改用 --mapping（docs/mapping.zh-CN.md）。',
    });
  const [list] = await listInputs('channels', settings.channels);
  const channels = list && (await readChannelRows({ name: list, bytes: openInput(list) }));
  return {
    ...configured,
    connector,
    supplied: { upstreamCharges: upstream !== undefined, payments: payments !== undefined },
    ...(channels && { channels }),
  };
}

const read: ReadSource = (source, settings) => readSource(source, openInput(source.location), settings);

/** Lists the first findings of each severity, in the order of the report. */
function firstFindings({ findings }: ReportSource): Finding[] {
  const left = { critical: SHOWN_MAX, warning: SHOWN_MAX, info: SHOWN_MAX };
  return [...findings(({ severity }) => left[severity]-- > 0)];
}

/** Reads and reconciles the files of a month. Throws a Problem or Rejection for mistakes of the user. */
export async function reconcileMonth(
  settings: MonthSettings,
  watch: ProgressListener,
): Promise<CompletedRun & { sources: Source[] }> {
  const sources = await findSources(settings);
  const runSettings = await buildRunSettings(settings, sources);
  const prices = {
    providerOf: createProviderLookup(runSettings.connector, runSettings.channels),
    ...(runSettings.prices &&
      usesPublishedList(runSettings.prices) && {
        published: (await import('../prices/published.ts')).findPublishedPrices,
      }),
  };
  return { sources, ...(await runSources(sources, read, runSettings, watch, prices)) };
}

/** Writes texts to a file in chunks, without holding them as bytes, which could take hundreds of megabytes. */
function writeTexts(file: string, texts: Iterable<string>): void {
  try {
    const descriptor = openSync(file, 'w');
    for (const chunk of inChunks(texts)) writeFileSync(descriptor, chunk);
    closeSync(descriptor);
  } catch (error) {
    // Add the path, which the error of a full disk lacks.
    (error as NodeJS.ErrnoException).path ??= file;
    throw error;
  }
}

/** Writes a report into a folder, or publishes it in a bucket. Returns the names of its files. */
async function writeReport(
  out: string | undefined,
  source: SourceWithoutAcknowledged,
  sources: readonly Source[],
  rejected: number,
): Promise<readonly string[]> {
  if (out === undefined) return [];
  const bucket = parseS3Url(out);
  if (bucket !== undefined)
    return (await import('./buckets.ts')).publishMonth(bucket, source, sources, rejected);
  const names = listFileNames(rejected > 0);
  await mkdir(out, { recursive: true });
  for (const name of names) writeTexts(join(out, name), generateFile(name, source) ?? []);
  return names;
}

/** Report of a month, with the facts that are printed next to it. */
export type MonthResult = Awaited<ReturnType<typeof runMonth>>;

/**
 * Reads the files of a month, reconciles them and builds the report. Writes its files to the folder or bucket
 * `settings.out`, if it is set. Returns the report with its first findings, and what else is printed.
 * @param generatedAt time of the report, in ISO 8601
 * @throws Problem or Rejection for mistakes of the user, such as too many unreadable rows
 */
export async function runMonth(settings: MonthSettings, generatedAt: string, watch: ProgressListener) {
  const { sources, ...ran } = await reconcileMonth(settings, watch);
  const { language, out, configured } = settings;
  const { stripped, notices, rejected: rejectedRows } = ran.overview;
  const rejected = rejectedRows.length;
  const page = out === undefined ? '' : await loadReportPage();
  const source = withoutAcknowledged(
    buildReportSource(ran, {
      sources,
      generatedAt,
      connector: configured.connector,
      page: () => page,
      language,
    }),
    settings.known,
  );
  const files = await writeReport(out, source, sources, rejected);
  const localized = localizeSource(source, language ?? DEFAULT_LANGUAGE);
  const { meta, since, channelNames } = localized;
  const { traits } = source;
  /** The report with the first findings of each severity. Its files have all of them. */
  const report: RunReport = { ...localized.head, findings: firstFindings(localized) };
  return { report, traits, meta, since, channelNames, stripped, rejected, notices, files };
}
