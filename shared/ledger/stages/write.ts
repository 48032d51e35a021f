import { firstDays } from '../../engine/report/cause-lines.ts';
import { found } from '../../engine/report/found.ts';
import { inReportOrder, type Ranked } from '../../engine/report/ranked.ts';
import { reportAround } from '../../engine/report/report.ts';
import { surveyOf } from '../../engine/survey/survey.ts';
import { figuresOf } from '../../engine/tally/figures.ts';
import { sentences } from '../../normalizer/account.ts';
import { packedFindings, packedNames } from '../../report-files/packed-findings.ts';
import { fileNames, reportFile } from '../../report-files/report-files.ts';
import type { ReportSource } from '../../report-files/report-source.ts';
import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import { readDigests } from '../digests.ts';
import { keys } from '../keys.ts';
import { type Run, unreadableRows } from '../run.ts';
import { type Door, stage } from '../stage.ts';
import { sorted } from '../store/sorted.ts';
import { readJson, readLines, type Store, writeJson } from '../store/store.ts';

const metaOf = ({ rows, records, figures }: Run): ReportSource['meta'] => ({
  rows: { received: rows, ...records, skipped: { ...figures.skipped } },
  notes: sentences(figures),
});

async function* findingsIn(store: Store): AsyncGenerator<Finding> {
  const groups = (await store.list(keys.sorted)).map(({ key }) => readLines<Ranked>(store, key));
  for await (const { finding } of sorted(groups, inReportOrder)) yield finding;
}

/** The report of a run whose stages before this one are done. */
export const reportSource = async (run: Run, { store, page }: Door): Promise<ReportSource> => ({
  head: await readJson<ReconciliationReport>(store, keys.head),
  meta: metaOf(run),
  said: [],
  findings: () => findingsIn(store),
  rejected: () => unreadableRows(store, run.sources),
  page,
  figures: run.figures,
  since: firstDays(found.unpack(run.found).causes),
  language: run.settings.language,
});

/** The files of a run's report. */
export function filesOf({ rejected, found: { bySeverity }, settings }: Run): string[] {
  const { critical, warning, info } = bySeverity;
  return [
    ...fileNames(rejected > 0),
    ...(settings.packsFindings ? packedNames(critical + warning + info) : []),
  ];
}

/** Writes the files of the report, each by itself. */
export const write = stage({
  id: 'write',
  title: 'writing the report',
  async plan(run, _before, { store }) {
    const { context, settings } = run;
    const { digest, rows } = await readDigests(store, await store.list(keys.wholes));
    const around = reportAround(
      found.unpack(run.found),
      figuresOf(digest.totals, context),
      surveyOf(rows, context),
      settings.generatedAt,
    );
    const { critical, warning, info } = run.found.bySeverity;
    await writeJson(store, keys.head, around([], critical + warning + info));
    return { run, tasks: filesOf(run) };
  },
  async work(name: string, run, door): Promise<void> {
    const source = await reportSource(run, door);
    const body = reportFile(name, source) ?? packedFindings(name, source.findings);
    if (body === undefined) throw new Error(`no file ${name}`);
    await door.publish(name, body);
  },
});
