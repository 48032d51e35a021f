import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DAY_MS, formatDay } from '#shared/instant.ts';
import type { Language } from '#shared/language.ts';
import { toDecimal } from '#shared/money/money.ts';
import { buildCauseLines } from '#shared/report/answer/cause-lines.ts';
import { computeTraits } from '#shared/report/build/cause-traits.ts';
import { listClauses } from '#shared/report/build/translations.ts';
import type { Cause, ReconciliationReport } from '#shared/schemas/report.ts';
import { buildAnswerInput, buildCause } from '../../../support/answer/answer-input.ts';
import { parseCases } from '../../../support/engine/case-file.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** The words of each line of a kind, and its options by name. */
const linesOfKind = (ledger: readonly string[], kind: string) =>
  ledger
    .map((line) => line.split(' '))
    .filter(([first]) => first === kind)
    .map(([, ...words]) => ({
      words: words.filter((word) => !word.includes('=')),
      options: Object.fromEntries(
        words.filter((word) => word.includes('=')).map((word) => word.split('=')),
      ) as Options,
    }));

const causeIn = (code: string, amount: string, { model, channel, count = '1', since: _, ...more }: Options) =>
  buildCause(code, amount === '-' ? null : amount, {
    ...{ count: Number(count), ...(model && { model }), ...(channel && { channelId: channel }) },
    ...(more as Partial<Cause>),
  });

/** Days of `2026-10-31..2026-10-01`, the last first; a single day otherwise. */
function daysIn(text: string): string[] {
  const [last = '', first = last] = text.split('..');
  const days: string[] = [];
  for (let time = Date.parse(last); time >= Date.parse(first); time -= DAY_MS) days.push(formatDay(time));
  return days;
}

const shareOf = (userId: string, text: string) => {
  const amount = toDecimal(text);
  return { userId, amount, counted: amount, count: 1 };
};

/** Facts of a finding as `finding CODE user=42 amount=3 charged=0.6 expected=1 count=2 days=2026-10-10,2026-10-11`. */
function factsOf({ user, amount = '0', charged, expected, count = '1', byUser, repriced, days }: Options) {
  const steps = repriced?.split(',').map((step) => step.split('@') as [string, string]);
  return {
    cases: Number(count),
    days: days?.split(','),
    shares: user
      ? [shareOf(user, amount)]
      : (byUser?.split(',') ?? []).map((part) => shareOf(...(part.split(':') as [string, string]))),
    charged: charged === undefined ? undefined : toDecimal(charged),
    expected: expected === undefined ? undefined : toDecimal(expected),
    reasons: steps && {
      repriced: {
        term: 'input' as const,
        values: steps.map(([value, at]) => [Number(value), Date.parse(at)] as const),
      },
    },
  };
}

/** The lines of causes, each with the facts of its findings: those of its code, and of its model if they have one. */
function linesOf(ledger: readonly string[], language: Language) {
  const stated = linesOfKind(ledger, 'cause');
  const causes = stated.map(({ words: [code = '', amount = ''], options }) => causeIn(code, amount, options));
  const findings = linesOfKind(ledger, 'finding');
  const facts = causes.flatMap(({ code, model, channelId }) => {
    const own = findings.filter(
      ({ words, options }) => words[0] === code && (options.model ?? model) === model,
    );
    return (own.length > 0 ? own : [{ options: {} }]).map(({ options }) => ({
      ...{ code, ...(model !== null && { model }), ...(channelId !== null && { channelId }) },
      ...factsOf(options),
    }));
  });
  const books = buildAnswerInput({ causes }, language);
  const [days] = linesOfKind(ledger, 'days');
  const byDay =
    days?.words.flatMap(daysIn).map((day) => ({ ...books.summary.byDay[0], day })) ?? books.summary.byDay;
  const report = {
    ...{ ...books, summary: { ...books.summary, byDay }, findings: [] },
  } as unknown as ReconciliationReport;
  const since = stated.map(({ options }) => options.since ?? null);
  return buildCauseLines(
    { report, since, clauses: listClauses(report, language), traits: computeTraits(causes, facts) },
    language,
  );
}

test.each(parseCases(readFileSync(new URL('cause-lines.txt', import.meta.url), 'utf8')))(
  '$name',
  ({ ledger, finds }) => {
    const [english, chinese] = [linesOf(ledger, 'en'), linesOf(ledger, 'zh')];
    const lines = english.map(({ side, money, isSmall, text }, at) =>
      [`${isSmall ? 'small ' : ''}${side} ${money || '-'}`, text, chinese[at]?.text].join(' | '),
    );
    const parts = english.flatMap((line) => line.parts.map(({ money, text }) => `part ${money} | ${text}`));
    // What to do, and the lines of a breakdown, are compared where a case has them.
    const isCompared = (line: string) =>
      !/^(?:remedy|part)/.test(line) || finds.some((find) => find.startsWith(line.slice(0, 5)));
    const all = [...lines, `remedy | ${english[0]?.remedy}`, ...parts];
    expect(all.filter(isCompared)).toEqual(finds);
  },
);
