import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages, pickLanguage } from '#functions/console/page/words/words.ts';
import { codeWords } from '#shared/engine/checks/registry.words.ts';
import { LEDGERS } from '#shared/engine/rows/row.ts';
import { notes } from '#shared/normalizer/notes.ts';
import { type AnswerWords, answerWords } from '#shared/report/answer/words/answer-words.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import { notesInChinese } from '#shared/report/words/notes-in-chinese.ts';
import { SKIPS } from '#shared/schemas/normalize-meta.ts';
import { readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { readCaseFiles } from '../../support/engine/case-file.ts';
import { reconcileText } from '../../support/engine/text-ledger.ts';

const PARTS = {
  amount: '1',
  currency: 'USD',
  model: 'm',
  models: ['m'],
  channelId: '7',
  channels: [{ id: '7' }],
  customer: { userId: '42', amount: '0.7', isAlone: false },
  userId: '42',
  reason: '因',
  bills: ['b.csv'],
  count: 2,
  since: '2026-03-10',
  when: null,
  requests: 3,
  from: '2026-03-10',
  to: '2026-03-11',
  worst: '2026-03-10',
  lost: '1',
  owed: '1',
  doubtful: '1',
  revenue: '1',
  cost: '1',
  rate: 0.5,
  title: '因',
  received: 3,
  downstreamUsage: 1,
  upstreamCharges: 1,
  payments: 1,
  share: '60.0 %',
  factor: '0.6',
  uncharged: 2,
  delivered: 3,
  isOwed: true,
  days: ['2026-03-10'],
  span: '月',
};

/** What a sentence says of some figures; it takes a number, a text or parts. */
function said(sentence: (...figures: unknown[]) => string): string {
  for (const figure of [PARTS, '2026-03-10', 3]) {
    try {
      const text = sentence(figure, 3, 4);
      if (!/undefined|object|NaN/.test(text)) return text;
    } catch {}
  }
  return '';
}

/** Every word by its path. */
const spoken = (words: unknown, path = ''): [path: string, text: string][] => {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') return [[path, said(words as Parameters<typeof said>[0])]];
  return Object.entries(words as object).flatMap(([name, inner]) => spoken(inner, `${path}.${name}`));
};

/** Those that take figures alone; what books lack and which models lose money has cases of its own. */
const ofAnswer = ({
  gap: _gap,
  between: _between,
  modelNote: _modelNote,
  status: _status,
  byPrices: _byPrices,
  scope: _scope,
  days: _days,
  ...words
}: AnswerWords) => words;
const [english, chinese] = (['en', 'zh'] as const).map((id) =>
  spoken({ ...languages[id], report: viewWords[id], answer: ofAnswer(answerWords[id]) }),
) as [ReturnType<typeof spoken>, ReturnType<typeof spoken>];

test('no text is empty', () => {
  expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([]);
});

/** What is called the same in both, or made of what is given. */
const SAME = /^\.(?:id|language|report\.rows\.comma|answer\.named)/;

test('Chinese texts are in Chinese', () => {
  const others = chinese.filter(([path, text]) => !SAME.test(path) && !/\p{Script=Han}/u.test(text));
  expect(others).toEqual([]);
});

test('every code has a clause in both languages, in singular and plural', () => {
  for (const [code, { en, zh }] of codeWords) {
    const english = [en.clause].flat();
    expect([code, english.filter((clause) => !/^(?:#|[a-z]).*[a-z]$/.test(clause))]).toEqual([code, []]);
    expect([code, [zh.clause].flat().join()]).toEqual([
      code,
      expect.stringMatching(/^[^。]*\p{Script=Han}[^。]*$/u),
    ]);
  }
});

/** What no table of cases shows. */
const SELDOM = {
  completionRatio: '1',
  tokens: 'input',
  repriced: 'ratio 1 -> 2',
  kind: 'unexplained',
};

test('every detail that a check can write has a text, and so have its code words', () => {
  const found = [...readCaseFiles().values()].flat().flatMap(({ ledger }) => reconcileText(ledger).findings);
  const details = [...found, { details: SELDOM }].flatMap((finding) => Object.entries(finding.details ?? {}));
  for (const { findings: say } of Object.values(viewWords)) {
    const isNamed = (name: string) => name in say.details || /^\w+(?:Downstream|Upstream)$/.test(name);
    expect([...new Set(details.map(([name]) => name))].filter((name) => !isNamed(name))).toEqual([]);
    const ours = details.filter(([name]) => ['kind', 'grain', 'span', 'tokens'].includes(name));
    expect(ours.filter(([name, value]) => say.values[name]?.[String(value)] === undefined)).toEqual([]);
    expect(Object.keys(say.values.subject ?? {})).toEqual([...LEDGERS, 'report']);
  }
});

test('every reason for a skipped row has a name in both languages', () => {
  for (const { rows } of Object.values(viewWords))
    expect(Object.keys(rows.skips)).toEqual(expect.arrayContaining([...SKIPS]));
});

test.each([
  [['zh-CN', 'en'], 'zh'],
  [['zh-Hant-TW'], 'zh'],
  [['de-DE', 'en-GB'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('a reader with the languages %j sees the page in %s', (preferred, language) => {
  expect(pickLanguage(preferred)).toBe(language);
});

test('every note about rows exists in Chinese', () => {
  const { sentences, counted, unknownChannels } = notesInChinese;
  expect(Object.keys(sentences)).toEqual(Object.keys(notes));
  const all = [...Object.values(sentences), counted('注', 3, ['5.25 USD']), unknownChannels(3, '7, 8')];
  expect(all.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});

/** Details that the findings of realistic books have, by their names. */
function detailsOfDays(): Set<string> {
  const folder = new URL('../../support/fixtures/days/', import.meta.url);
  const books = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')).input,
  );
  const reports = books.map((input) =>
    reconcile(readBody(reconciliationInputSchema, input), '2026-11-21T00:00:00Z'),
  );
  return new Set(
    reports.flatMap(({ findings }) => findings.flatMap(({ details = {} }) => Object.keys(details))),
  );
}

test('every detail of a finding has a name in both languages', () => {
  const names = [...detailsOfDays()].filter(
    (name) => !/^(?:input|output|cache\w+|reasoning|media)(?:Down|Up)stream$/.test(name),
  );
  expect(names.length).toBeGreaterThan(15);
  for (const { findings } of Object.values(viewWords))
    expect(names.filter((name) => !(name in findings.details))).toEqual([]);
});
