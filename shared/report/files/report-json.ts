import type { Finding, ReconciliationReport } from '../../schemas/report.ts';

const INDENT = 2;
/** Indentation of findings, which are two levels deep. */
const MARGIN = ' '.repeat(2 * INDENT);
const NO_FINDINGS = '"findings": []';

/**
 * Formats a report as indented JSON, in pieces, so that its findings need not fit into memory. The text is the same as
 * that of `JSON.stringify` for the report with all findings.
 * @param head the report with an empty list of findings
 */
export function* generateJson(head: ReconciliationReport, findings: Iterable<Finding>): Generator<string> {
  const text = JSON.stringify(head, null, INDENT);
  // Find the field `findings` by its indentation, because the summary has a field of this name as well.
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
