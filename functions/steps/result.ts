import { coverageOf } from '#shared/coverage.ts';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { mergedChanges } from '#shared/ledger/changes.ts';
import { keys } from '#shared/ledger/keys.ts';
import type { Run } from '#shared/ledger/run.ts';
import type { Door } from '#shared/ledger/stage.ts';
import { compare } from '#shared/ledger/stages/compare.ts';
import { filesOf, reportSource } from '#shared/ledger/stages/write.ts';
import { factsOf } from '#shared/ledger/steps.ts';
import { readJson } from '#shared/ledger/store/store.ts';
import { STATE_BYTES_MAX } from '#shared/limits.ts';
import type { ReportSource } from '#shared/report-files/report-source.ts';
import { toldIn } from '#shared/report-files/told-in.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { changesFile } from './changes-file.ts';
import { type Notice, noticeOf } from './notice.ts';
import { outputOf } from './run-place.ts';

/** Findings and causes that a state carries; the files have all of them. */
const FINDINGS_MAX = 20;
const CAUSES_MAX = 20;
const CHANGES = 'changes.json';

const firstFindings = async (findings: AsyncIterable<Finding>) => {
  const first: Pick<Finding, 'id' | 'severity' | 'code' | 'message' | 'amount'>[] = [];
  for await (const { id, severity, code, message, amount } of findings) {
    if (first.length === FINDINGS_MAX) break;
    first.push({ id, severity, code, message, ...(amount !== undefined && { amount }) });
  }
  return first;
};

const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Tells what has changed since the report before: changes.json, and a mail. */
async function tellChanges(run: Run, door: Door, { head, since }: ReportSource, at: string): Promise<Notice> {
  const { earlier, language = DEFAULT_LANGUAGE } = run.settings;
  const isCompared = earlier !== undefined && run.meetings > 0;
  const changes = isCompared ? await mergedChanges(factsOf(door.store, compare.id)) : undefined;
  await door.publish(CHANGES, [text(changesFile(head, earlier, changes, language))]);
  return noticeOf({ head, since, earlier, changes, at });
}

/** What an execution puts out, and what is told of it. */
export interface Outcome {
  readonly result: unknown;
  readonly notice: Notice;
}

/**
 * What an execution puts out, and keeps as result.json: the report in so few bytes that a state can carry it, and
 * where the rest is.
 * @param output folder of the report
 * @param bucket that holds it
 */
export async function resultOf(run: Run, door: Door, output: string, bucket: string): Promise<Outcome> {
  const source = await reportSource(run, door);
  const told = toldIn(source, run.settings.language ?? DEFAULT_LANGUAGE);
  const { generatedAt, currency, completeness, summary } = told.head;
  const { critical, warning, info, total } = summary.findings;
  const sources = await readJson<unknown[]>(door.store, keys.sources);
  const notice = await tellChanges(run, door, source, `s3://${bucket}/${output}`);
  const parts = {
    summary: {
      ...summary,
      findings: { total, critical, warning, info },
      causes: summary.causes.slice(0, CAUSES_MAX),
      ...{ byDay: [], byUser: [] },
    },
    findings: await firstFindings(told.findings()),
  };
  const coverage = coverageOf(source.head);
  const bare = {
    ...{ generatedAt, currency, completeness, ...(coverage && { coverage }) },
    ...{ output: outputOf(output), report: output, files: [...filesOf(run), CHANGES] },
    sources: sources.length,
    rows: { ...told.meta.rows, rejected: run.rejected },
  };
  const whole = { ...bare, ...parts };
  const isSmall = Buffer.byteLength(JSON.stringify({ result: whole, notice })) <= STATE_BYTES_MAX;
  // Names of a kilobyte each, by the hundred: the files have them.
  const result = isSmall
    ? whole
    : { ...bare, summary: { ...parts.summary, causes: [], excluded: {} }, findings: [] };
  await door.publish('result.json', [text(result)]);
  return { result, notice };
}
