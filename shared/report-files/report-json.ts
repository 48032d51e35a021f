import type { Finding, ReconciliationReport } from '../schemas/report.ts';

const INDENT = 2;
/** Findings stand two levels deep. */
const MARGIN = ' '.repeat(2 * INDENT);
const NO_FINDINGS = '"findings": []';

/**
 * A report as JSON for people, in pieces: as `JSON.stringify` would write it with all its findings, which need not fit
 * into memory.
 * @param head the report with an empty list of findings
 */
export function* reportJson(head: ReconciliationReport, findings: Iterable<Finding>): Generator<string> {
  const text = JSON.stringify(head, null, INDENT);
  // The summary has an entry of this name, too; the list is the one that stands at the margin.
  const at = text.indexOf(`\n${' '.repeat(INDENT)}${NO_FINDINGS}`) + 1 + INDENT;
  yield text.slice(0, at);
  let before = '"findings": [\n';
  for (const finding of findings) {
    yield before + MARGIN + JSON.stringify(finding, null, INDENT).replaceAll('\n', `\n${MARGIN}`);
    before = ',\n';
  }
  const list = before === ',\n' ? `\n${' '.repeat(INDENT)}]` : NO_FINDINGS;
  yield `${list}${text.slice(at + NO_FINDINGS.length)}\n`;
}
