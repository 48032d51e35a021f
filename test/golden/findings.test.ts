import { expect, test } from 'vitest';
import { checks, findingCatalogue } from '#shared/engine/checks/registry.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { caseFiles, type TextCase } from '../support/engine/case-file.ts';
import { textLedger } from '../support/engine/text-ledger.ts';

const tables = caseFiles();

/** The first case of the check's table that finds the code, and what the engine says about it. */
function exampleOf(check: string, code: string): { example: TextCase; finding: Finding } {
  for (const example of tables.get(check) ?? []) {
    const { findings } = reconcile(textLedger(example.ledger), '2026-11-21T00:00:00Z');
    const finding = findings.find((one) => one.code === code);
    if (finding) return { example, finding };
  }
  throw new Error(`no case in the table of ${check} finds ${code}`);
}

const NEEDS = { upstreamCharges: ' Needs `upstreamCharges`.', payments: ' Needs `payments`.' };

function chapter({ id, invariant }: { id: string; invariant: string }): string {
  const entries = findingCatalogue
    .filter(({ check }) => check === id)
    .map(({ code, severities, title, remedy, needs }) => {
      const { example, finding } = exampleOf(id, code);
      return [
        `### \`${code}\``,
        `**${severities.join(', ')}.** ${title}${needs ? NEEDS[needs] : ''}`,
        `*What to do:* ${remedy}`,
        `*Example:* ${example.name.charAt(0).toLowerCase()}${example.name.slice(1)}.`,
        ['```text', ...example.ledger, '```'].join('\n'),
        ['```json', JSON.stringify(finding, null, 2), '```'].join('\n'),
      ].join('\n\n');
    });
  return [`## ${id}`, invariant, ...entries].join('\n\n');
}

test('docs/findings.md says what the engine does', async () => {
  const head = [
    '# Findings',
    '<!-- Written by test/golden/findings.test.ts (`npm run generate`) from the checks and their case tables; changes by hand are lost. -->',
    'Every code that a report can list: what it means, what to do about it, and one example that the engine has worked out. `critical` means that money is demonstrably wrong, `warning` that money or control is doubtful, `info` that something is explained or expected and kept for the audit trail.',
    'In the examples a line is a row: `down` downstream usage, `up` an upstream charge, `pay` a payment; then its id, status and amount. Amounts are in USD, the time is 10 March 2026, 10:00 UTC unless the line says otherwise, and the period is March.',
    '| code | severity | meaning |\n|---|---|---|\n' +
      findingCatalogue
        .map(
          ({ code, severities, title }) =>
            `| [\`${code}\`](#${code}) | ${severities.join(', ')} | ${title} |`,
        )
        .join('\n'),
  ];
  const text = `${[...head, ...checks.map(chapter)].join('\n\n')}\n`;
  await expect(text).toMatchFileSnapshot('../../docs/findings.md');
});
