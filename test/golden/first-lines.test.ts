import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#shared/language.ts';
import { sumBy, toDecimal, toPlainText } from '#shared/money/money.ts';
import { buildCauseLines } from '#shared/report/answer/cause-lines.ts';
import {
  buildComparedModels,
  buildComparedReport,
  computeComparedFigures,
  computeMissedRevenue,
} from '#shared/report/answer/compared.ts';
import { buildFirstLines } from '#shared/report/answer/first-lines.ts';
import { findIncompleteGap, hasCertainCritical } from '#shared/report/answer/gaps/find-gaps.ts';
import { remedyOfGap } from '#shared/report/answer/gaps/gap-remedies.ts';
import { listClauses } from '#shared/report/build/translations.ts';
import { localizeSource } from '#shared/report/files/localize-source.ts';
import { drawPlantedBook, type PlantedBook } from '../support/answer/planted-books.ts';
import { plantedMonths, type Told } from '../support/answer/planted-months.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';
import { runFilesToReportSource } from '../support/pipeline/run-in-memory.ts';

type Truth = PlantedBook['truth'];

async function run({ files, settings }: PlantedBook) {
  const { source } = await runFilesToReportSource(files, settings);
  return (language: Language) => {
    const { head, since } = localizeSource(source, language);
    const report = { ...head, findings: [] };
    const clauses = listClauses(report, language);
    return {
      report,
      first: buildFirstLines(report, language),
      causes: buildCauseLines({ report, since, clauses, traits: source.traits }, language),
    };
  };
}

type Answered = ReturnType<Awaited<ReturnType<typeof run>>>;

const written = ({ first, causes }: Answered, language: Language): string =>
  [
    first.headline,
    first.scope,
    ...first.notes,
    ...first.gaps
      .map(({ text, gap }) => [text, remedyOfGap(gap, language)].filter(Boolean).join(' '))
      .filter(Boolean),
    ...causes.flatMap(({ side, money, text, remedy }) => [`  ${side} ${money} ${text}`, `    ${remedy}`]),
  ].join('\n');

const figures = (text: string): string[] => text.match(/\d[\d,.]*\d \w{3}\b/g) ?? [];

/** Reads the amount behind a word of a text. */
const amountAfter = (word: string, text: string): number | undefined => {
  const [, amount] = new RegExp(`${word} (?:at least )?(-?[\\d,.]+) USD`, 'i').exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount.replaceAll(',', ''));
};

/** Charges are rounded to quota units, and amounts to cents. */
const TOLERANCE = 0.011;

/** Bars of the chart by day are of the same rows as the figures, unless requests without a bill row are left out. */
function expectDaysToAddUp(report: Answered['report']): void {
  const { revenue, cost, margin } = computeComparedFigures(report);
  if (margin === null || !computeMissedRevenue(report).isZero()) return;
  const { byDay } = buildComparedReport(report).summary;
  const sumOf = (name: 'revenue' | 'cost' | 'margin') =>
    toPlainText(sumBy(byDay, (day) => toDecimal(day[name] ?? '0')));
  expect([sumOf('revenue'), sumOf('cost'), sumOf('margin')]).toEqual([revenue, cost, margin.amount]);
}

/** The planted amount behind a word: a number, or the name of a sum; 0 without one, which may be any amount. */
const plantedAmount = (told: string, truth: Truth): number =>
  Number(told in truth ? truth[told as keyof Truth] : told);

/** The planted margin: all costs, or converted at a rate; 0 may be any amount, and undefined is unknown. */
function plantedMargin(told: string | undefined, { revenue, cost }: Truth): number | undefined {
  if (told === undefined) return revenue - cost;
  if (told === 'unknown') return undefined;
  return told === '' ? 0 : revenue - cost * Number(told);
}

function check({ report, first, causes }: Answered, told: Told, truth: Truth): void {
  const { lost, owed, doubtful } = told;
  for (const [word, planted] of [
    ['lost', lost === undefined ? undefined : plantedAmount(lost, truth)],
    ['owe customers', owed === undefined ? undefined : plantedAmount(owed, truth)],
    ['margin', plantedMargin(told.margin, truth)],
  ] as const) {
    const amount = amountAfter(word, `${first.headline} ${first.scope}`);
    expect(amount === undefined, word).toBe(planted === undefined);
    if (planted) expect(Math.abs((amount ?? 0) - planted), word).toBeLessThan(TOLERANCE);
  }
  expect(first.headline.includes('in doubt')).toBe(doubtful !== undefined);
  expect(causes[0]?.text ?? '').toMatch(new RegExp(told.cause ?? ''));
  expect(causes[0]?.remedy ?? '').toMatch(new RegExp(told.remedy ?? ''));
  expect([first.scope, ...first.notes].some((text) => new RegExp(told.note ?? '').test(text))).toBe(true);
  const gaps = first.gaps.map(({ text }) => text || first.headline);
  if (told.gap) expect(gaps).toContainEqual(expect.stringMatching(new RegExp(told.gap)));
  else expect(gaps).toEqual([]);
  expect(hasCertainCritical(report) ? 1 : findIncompleteGap(report) ? 3 : 0).toBe(Number(told.exit));
  if (first.headline.includes('No model loses'))
    expect(
      buildComparedModels(report).filter(({ margin, requests }) => requests > 0 && margin?.startsWith('-')),
    ).toEqual([]);
  expectDaysToAddUp(report);
  if (first.headline.includes('Nothing wrong'))
    expect(causes.filter(({ side }) => side !== 'record')).toEqual([]);
}

/** Months of one gateway, each with one fault or gap, which the first lines must state in both languages. */
describe('first lines of planted months', () => {
  const texts: string[] = [];

  test.each(plantedMonths)('%s', async (name, plan, told) => {
    const book = drawPlantedBook(plantedMonths.findIndex(([other]) => other === name) + 1, plan);
    const answered = await run(book);
    const [english, chinese] = LANGUAGES.map((language) => answered(language)) as [Answered, Answered];
    check(english, told, book.truth);
    expect(figures(chinese.first.headline).sort()).toEqual(figures(english.first.headline).sort());
    texts.push(`# ${name}\n${written(english, 'en')}\n${written(chinese, 'zh')}\n`);
  });

  test('match the recorded text', async () => {
    await expectFileText('test/golden/first-lines.txt', texts.join('\n'));
  });
});
