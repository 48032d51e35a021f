import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { keys } from '#shared/ledger/keys.ts';
import type { Run } from '#shared/ledger/run.ts';
import type { Door } from '#shared/ledger/stage.ts';
import { filesOf, reportSource } from '#shared/ledger/stages/write.ts';
import { readJson } from '#shared/ledger/store/store.ts';
import { STATE_BYTES_MAX } from '#shared/limits.ts';
import { toldIn } from '#shared/report-files/told-in.ts';
import type { Finding } from '#shared/schemas/report.ts';

/** Findings and causes that a state carries; the files have all of them. */
const FINDINGS_MAX = 20;
const CAUSES_MAX = 20;

const firstFindings = async (findings: AsyncIterable<Finding>) => {
  const first: Pick<Finding, 'id' | 'severity' | 'code' | 'message' | 'amount'>[] = [];
  for await (const { id, severity, code, message, amount } of findings) {
    if (first.length === FINDINGS_MAX) break;
    first.push({ id, severity, code, message, ...(amount !== undefined && { amount }) });
  }
  return first;
};

/**
 * What an execution puts out, and keeps as result.json: the report in so few bytes that a state can carry it, and
 * where the rest is.
 */
export async function resultOf(run: Run, door: Door, output: string): Promise<object> {
  const source = toldIn(await reportSource(run, door), run.settings.language ?? DEFAULT_LANGUAGE);
  const { generatedAt, currency, completeness, summary } = source.head;
  const { critical, warning, info, total } = summary.findings;
  const sources = await readJson<unknown[]>(door.store, keys.sources);
  const parts = {
    summary: {
      ...summary,
      findings: { total, critical, warning, info },
      causes: summary.causes.slice(0, CAUSES_MAX),
      ...{ byDay: [], byUser: [] },
    },
    findings: await firstFindings(source.findings()),
  };
  const bare = {
    ...{ generatedAt, currency, completeness, output, files: filesOf(run) },
    sources: sources.length,
    rows: { ...source.meta.rows, rejected: run.rejected },
  };
  const whole = { ...bare, ...parts };
  const isSmall = Buffer.byteLength(JSON.stringify(whole)) <= STATE_BYTES_MAX;
  // Names of a kilobyte each, by the hundred: the files have them.
  const result = isSmall
    ? whole
    : { ...bare, summary: { ...parts.summary, causes: [], excluded: {} }, findings: [] };
  await door.publish('result.json', [`${JSON.stringify(result, null, 2)}\n`]);
  return result;
}
