import { readdirSync, readFileSync } from 'node:fs';
import type { Finding } from '#shared/schemas/report.ts';
import { subjectOf } from './subject.ts';

/** One case of a table: its name, the ledgers, and all findings that they give. */
export interface TextCase {
  name: string;
  ledger: string[];
  finds: string[];
}

/**
 * Reads a table of cases. A line that starts at the margin names a case; indented lines below it are its
 * ledgers; indented lines that start with > are all its findings: severity, code, subject and the exact amount, if
 * there is one. A line that starts with # is a comment.
 */
export function parseCases(text: string): TextCase[] {
  const cases: TextCase[] = [];
  for (const line of text.split('\n')) {
    const words = line.trim();
    if (words === '' || words.startsWith('#')) continue;
    if (line.startsWith(' ')) {
      const last = cases.at(-1);
      if (words.startsWith('>')) last?.finds.push(words.slice(1).trim().replace(/\s+/g, ' '));
      else last?.ledger.push(words);
    } else cases.push({ name: words, ledger: [], finds: [] });
  }
  return cases;
}

/** Formats a finding as in the tables. An amount of 0 is omitted. */
export function formatFinding(finding: Finding): string {
  const exact = finding.details?.amount;
  const amount = exact === undefined || exact === '0' ? [] : [exact];
  return [finding.severity, finding.code, subjectOf(finding), ...amount].join(' ');
}

const FOLDER = new URL('../../unit/engine/cases/', import.meta.url);

/** Reads every table, by the id of its check. */
export const readCaseFiles = (): Map<string, TextCase[]> =>
  new Map(
    readdirSync(FOLDER)
      .sort()
      .map((name) => [name.replace(/\.txt$/, ''), parseCases(readFileSync(new URL(name, FOLDER), 'utf8'))]),
  );
