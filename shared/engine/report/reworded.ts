import { answerOf } from '../../answer/answer.ts';
import type { Clauses } from '../../answer/told.ts';
import { LANGUAGES, type Language } from '../../language.ts';
import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import type { Code } from '../checks/check.ts';
import { codes } from '../checks/registry.ts';
import { codeWords } from '../checks/registry.words.ts';
import { sentenceOf, type Wording } from '../checks/words.ts';
import { namePairOf, nameTextOf, type Subject, type SubjectKind } from '../groups/subject.ts';
import { FIELDS } from './drafts.ts';

/** What a finding is about, as its fields and details say: details name what no field of the contract carries whole. */
function subjectOf(finding: Finding, { about }: Code): Subject {
  const kinds: readonly SubjectKind[] = typeof about === 'string' ? [about] : about;
  const whole = finding.details?.subject as Subject['name'] | undefined;
  if (whole !== undefined)
    return { kind: kinds.find((kind) => !FIELDS[kind]) ?? kinds[0], name: whole } as Subject;
  const nameOf = (kind: SubjectKind) => (FIELDS[kind] ? finding[FIELDS[kind]] : undefined);
  const kind = kinds.find((one) => nameOf(one) !== undefined) ?? kinds[0];
  return { kind, name: nameOf(kind as SubjectKind) ?? '' } as Subject;
}

/** The evidence that a finding shows, as `wordingOf` had it. */
function wordingOf(finding: Finding, code: Code, currency: string): Wording {
  const subject = subjectOf(finding, code);
  const details: Record<string, unknown> = finding.details ?? {};
  const { count, amount = '0', counted: _counted, subject: _, userId, ...evidence } = details;
  const named = Object.entries(evidence);
  return {
    kind: subject.kind,
    name: nameTextOf(subject),
    names: namePairOf(subject),
    severity: finding.severity,
    currency,
    amount: String(amount),
    cases: count as number,
    amounts: Object.fromEntries(
      named.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    counts: Object.fromEntries(
      named.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
  };
}

const messageOf = (finding: Finding, currency: string, language: Language): string => {
  const code = codes.get(finding.code);
  const texts = codeWords.get(finding.code);
  return code && texts ? sentenceOf(texts[language], wordingOf(finding, code, currency)) : finding.message;
};

/** A finding with its message in another language. */
export const reworded = (finding: Finding, currency: string, language: Language): Finding => ({
  ...finding,
  message: messageOf(finding, currency, language),
});

/** Why money is at risk, by code: a clause of one finding and of several, in which `#` is how many. */
export const clausesOf = ({ summary }: ReconciliationReport, language: Language): Clauses =>
  Object.fromEntries(
    Object.keys(summary.findings.byCode).map((code) => {
      const clause = codeWords.get(code)?.[language].clause ?? code;
      return [code, typeof clause === 'string' ? [clause, clause] : clause];
    }),
  );

/** What codes are called, in each language; what no check knows is left out. */
export const titlesOf = (names: readonly string[]): Record<Language, Record<string, string>> => {
  const known = names.filter((name) => codeWords.has(name));
  const titlesIn = (language: Language) =>
    Object.fromEntries(known.map((name) => [name, codeWords.get(name)?.[language].title ?? name]));
  return Object.fromEntries(LANGUAGES.map((language) => [language, titlesIn(language)])) as ReturnType<
    typeof titlesOf
  >;
};

/** What a report says in sentences: all that two languages tell differently. */
export interface Sentences {
  /** The first sentence, and what is said with it. */
  readonly answer: string;
  /** Of the findings, in their order. */
  readonly messages: readonly string[];
  readonly byCode: Readonly<Record<string, { readonly title: string; readonly remedy: string }>>;
  readonly clauses: Clauses;
}

/**
 * The sentences of a report in another language than it was written in. They follow from what it says already, so
 * that a report which travels in one language is read in each.
 */
export function sentencesOf(report: ReconciliationReport, language: Language): Sentences {
  const { findings, summary, currency } = report;
  const titles = Object.entries(summary.findings.byCode).map(([code, { title, remedy }]) => {
    const texts = codeWords.get(code)?.[language] ?? { title, remedy };
    return [code, { title: texts.title, remedy: texts.remedy }] as const;
  });
  const byCode = Object.fromEntries(
    titles.map(([code, texts]) => [code, { ...summary.findings.byCode[code], ...texts }]),
  ) as typeof summary.findings.byCode;
  const told = { ...report, summary: { ...summary, findings: { ...summary.findings, byCode } } };
  return {
    answer: answerOf(told, language).text,
    messages: findings.map((finding) => messageOf(finding, currency, language)),
    byCode: Object.fromEntries(titles),
    clauses: clausesOf(report, language),
  };
}
