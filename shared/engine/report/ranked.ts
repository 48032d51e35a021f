import { DEFAULT_LANGUAGE, type Language } from '../../language.ts';
import { compare, decimal } from '../../money.ts';
import type { Finding } from '../../schemas/report.ts';
import { codeWords } from '../checks/registry.words.ts';
import type { CodeWords, Words } from '../checks/words.ts';
import { byCodeUnit } from '../rows/order.ts';
import type { Context } from '../survey/context.ts';
import { SEVERITIES } from '../tally/evidence.ts';
import type { Draft } from './drafts.ts';
import { finding } from './findings.ts';

/** The words of a code in one language. */
export const wordsOf = (code: string, language: Language): Words =>
  (codeWords.get(code) as CodeWords)[language];

/** A finding in words. */
export const findingIn = (
  draft: Draft,
  { currency }: Pick<Context, 'currency'>,
  language: Language,
): Finding => finding(draft, wordsOf(draft.evidence.code, language), currency);

/** A finding with what decides its place in the report. Plain JSON. */
export interface Ranked {
  readonly finding: Finding;
  readonly magnitude: string;
  readonly kind: string;
  readonly name: string;
}

/** Worded in English; other languages are worded from its details when it is shown. */
export const ranked = (draft: Draft, context: Context): Ranked => ({
  finding: findingIn(draft, context, DEFAULT_LANGUAGE),
  magnitude: draft.text,
  kind: draft.evidence.subject.kind,
  name: draft.name,
});

/** The report's order, for findings that have been put into words already. */
export const inReportOrder = (a: Ranked, b: Ranked): number =>
  SEVERITIES.indexOf(a.finding.severity) - SEVERITIES.indexOf(b.finding.severity) ||
  compare(decimal(b.magnitude), decimal(a.magnitude)) ||
  byCodeUnit(a.finding.code, b.finding.code) ||
  byCodeUnit(a.kind, b.kind) ||
  byCodeUnit(a.name, b.name);
