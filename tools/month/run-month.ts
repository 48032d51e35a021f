import { closeSync, openSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownSource } from '#functions/ledgers/publish.ts';
import { describeFile } from '#shared/files/describe-file.ts';
import { findLogMapping } from '#shared/files/mapping/recognized-logs.ts';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { channelRows } from '#shared/pipeline/read/channel-rows.ts';
import type { Source } from '#shared/pipeline/read/source.ts';
import { reportSource } from '#shared/pipeline/report.ts';
import { run } from '#shared/pipeline/run.ts';
import type { Run, Watch } from '#shared/pipeline/run-on.ts';
import type { RunSettings } from '#shared/pipeline/settings.ts';
import { usesPublishedList } from '#shared/prices/price-settings.ts';
import { knowing } from '#shared/report/files/knowing.ts';
import { fileNames, reportFile } from '#shared/report/files/report-files.ts';
import type { ReportSource } from '#shared/report/files/report-source.ts';
import { inChunks } from '#shared/report/files/text-chunks.ts';
import { toldIn } from '#shared/report/files/told-in.ts';
import type { RunReport } from '#shared/report/run-report.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { reportPage } from '../packaged.ts';
import { createProviderLookup } from '../prices/channel-providers.ts';
import { Problem } from '../problem.ts';
import { listInputs, openInput, parseS3Url } from './inputs.ts';
import type { MonthSettings } from './settings/settings.ts';
import { findSources } from './sources.ts';

/** Findings of each severity that a screen takes. */
const SHOWN_MAX = 100;

/** Whether a log is read by a mapping, if only by one of ours. */
async function hasMapping({ place, mapping }: Source): Promise<boolean> {
  if (mapping !== undefined) return mapping.rows === 'downstreamUsage';
  const [first] = (await describeFile({ name: place, bytes: openInput(place) })).rows;
  return first !== undefined && findLogMapping(first.native) !== undefined;
}

async function allHaveMappings(logs: readonly Source[]): Promise<boolean> {
  for (const log of logs) if (!(await hasMapping(log))) return false;
  return true;
}

async function buildRunSettings(settings: MonthSettings, sources: readonly Source[]): Promise<RunSettings> {
  const { stated, upstream, payments } = settings;
  const logs = sources.filter(({ field }) => field === 'logs');
  // A log that a mapping reads is of no gateway that is known here; which connector stands for it does not matter.
  const connector = stated.connector ?? ((await allHaveMappings(logs)) ? 'new-api' : undefined);
  if (connector === undefined)
    throw new Problem({
      en: '--connector is missing: the gateway that wrote the log, such as --connector new-api. A log of your own application needs a --mapping instead (docs/mapping.md).',
      zh: '缺少 --connector：日志由哪个网关写出，例如 --connector new-api。自己应用的日志改用 --mapping（docs/mapping.zh-CN.md）。',
    });
  const [list] = await listInputs('channels', settings.channels);
  const channels = list && (await channelRows({ name: list, bytes: openInput(list) }));
  return {
    ...stated,
    connector,
    supplied: { upstreamCharges: upstream !== undefined, payments: payments !== undefined },
    ...(channels && { channels }),
  };
}

/** A source's place is its path, or where it is in a bucket. */
const open = ({ place }: Source) => openInput(place);

/** The first few findings of each severity. */
function firstFindings({ findings }: ReportSource): Finding[] {
  const left = { critical: SHOWN_MAX, warning: SHOWN_MAX, info: SHOWN_MAX };
  return [...findings(({ severity }) => left[severity]-- > 0)];
}

/**
 * Reads the files of a month and reconciles them. A published list of prices is loaded only where the settings name one.
 * @throws Problem or Rejection for mistakes of its user, too many unreadable rows among them
 */
export async function reconcileMonth(
  settings: MonthSettings,
  watch: Watch,
): Promise<Run & { sources: Source[] }> {
  const sources = await findSources(settings);
  const running = await buildRunSettings(settings, sources);
  const prices = {
    providerOf: createProviderLookup(running.connector, running.channels),
    ...(running.prices && usesPublishedList(running.prices) && (await import('../prices/published.ts'))),
  };
  return { sources, ...(await run(sources, open, running, watch, prices)) };
}

/** Writes texts into a file, without a copy of them as bytes: these would be hundreds of megabytes before they are collected. */
function writeTexts(file: string, texts: Iterable<string>): void {
  try {
    const opened = openSync(file, 'w');
    for (const chunk of inChunks(texts)) writeFileSync(opened, chunk);
    closeSync(opened);
  } catch (error) {
    // A disk that is full does not say for which file.
    (error as NodeJS.ErrnoException).path ??= file;
    throw error;
  }
}

/** Writes a report into a folder, or publishes it in a bucket. @returns names of its files there */
async function writeReport(
  out: string | undefined,
  source: KnownSource,
  sources: readonly Source[],
  rejected: number,
): Promise<readonly string[]> {
  if (out === undefined) return [];
  const bucket = parseS3Url(out);
  if (bucket !== undefined)
    return (await import('./buckets.ts')).publishMonth(bucket, source, sources, rejected);
  const names = fileNames(rejected > 0);
  await mkdir(out, { recursive: true });
  for (const name of names) {
    writeTexts(join(out, name), reportFile(name, source) ?? []);
  }
  return names;
}

export type MonthResult = Awaited<ReturnType<typeof runMonth>>;

/**
 * Reads the files of a month, reports on them, and writes the report's files where the settings name a folder.
 * @param generatedAt the caller's clock, as a date-time
 * @throws Problem or Rejection for mistakes of its user, too many unreadable rows among them
 */
export async function runMonth(settings: MonthSettings, generatedAt: string, watch: Watch) {
  const { sources, ...ran } = await reconcileMonth(settings, watch);
  const { language, out, stated } = settings;
  const { stripped, said } = ran.whole;
  const rejected = ran.whole.rejected.length;
  const page = out === undefined ? '' : await reportPage();
  const source = knowing(
    reportSource(ran, {
      sources,
      generatedAt,
      connector: stated.connector,
      page: () => page,
      language,
    }),
    settings.known,
  );
  const files = await writeReport(out, source, sources, rejected);
  const worded = toldIn(source, language ?? DEFAULT_LANGUAGE);
  const { meta, since, channelNames } = worded;
  const { traits } = source;
  /** With the first findings of each severity; the files list all of them. */
  const report: RunReport = { ...worded.head, findings: firstFindings(worded) };
  return { report, traits, meta, since, channelNames, stripped, rejected, said, files };
}
