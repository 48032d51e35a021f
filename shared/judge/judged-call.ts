import { canonicalText } from '../normalizer/intake/canonical-text.ts';
import { statedTotal } from '../normalizer/intake/envelope.ts';
import { isNative, type Native, ROW_FIELDS, type RowField } from '../normalizer/intake/native.ts';
import type { Pages } from '../normalizer/intake/pages.ts';
import type { Admit } from '../normalizer/intake/payload.ts';
import { normalize } from '../normalizer/normalize.ts';
import type { Normalized } from '../normalizer/reply.ts';
import { Rejection } from '../rejections.ts';
import { NOTES_MAX } from '../schemas/lists.ts';
import { inEach, placed, type Sentence } from '../sentence.ts';
import { optionsAs } from '../words/options-as.ts';
import { judge } from './judge.ts';
import { billSigns, refuseNegativeBill } from './negative-bill.ts';
import { misplaced, OPTION_OF } from './options.ts';
import { OwnListMarks } from './own-list.ts';
import { type Key, RowSample } from './row-sample.ts';
import { SecondTime } from './second-time.ts';

/** Rows of a field that are looked at: a call has those of one export. */
const SAMPLE = 20;

/** A sentence about options of the month command, in the fields of a call. */
const inFields = (sentence: Sentence): Sentence =>
  inEach((language) =>
    optionsAs(sentence[language], (option) => {
      const field = ROW_FIELDS.find((one) => OPTION_OF[one] === option);
      return field && `\`${field}\``;
    }),
  );

const refused = (said: readonly Sentence[]): Rejection =>
  new Rejection(
    'invalid_request',
    { en: 'A field holds other rows than it takes.', zh: '有字段中的记录不是它应有的记录。' },
    said,
  );

/** Why a field cannot hold its rows: the list stands there more than once, and no id tells its rows. */
function listedTwice(field: RowField, rows: readonly unknown[]): Sentence[] {
  const second = new SecondTime();
  for (const row of rows) if (isNative(row)) second.look(row);
  if (second.rows === undefined) return [];
  return [
    placed(field, {
      en: `begins again after ${second.rows} rows: the same list stands in it more than once`,
      zh: `在 ${second.rows} 行之后又从头开始：同一份列表出现了不止一次`,
    }),
  ];
}

function sampleOf(rows: readonly unknown[] = []): readonly Key[] {
  const sample = new RowSample(canonicalText);
  for (const row of rows) if (isNative(row)) sample.look(row);
  return sample.keys;
}

/** @throws Rejection where a field holds what another one takes or a list twice, or the log stands for the bill, too */
const admit: Admit = (pages) => {
  const rowsOf = (field: RowField): Native[] =>
    (pages.get(field)?.rows ?? []).slice(0, SAMPLE).filter(isNative);
  const said = ROW_FIELDS.flatMap((field) => misplaced(field, judge(rowsOf(field)), OPTION_OF[field]) ?? []);
  if (said.length > 0) throw refused(said.map(inFields));
  const twice = ROW_FIELDS.flatMap((field) => listedTwice(field, pages.get(field)?.rows ?? []));
  if (twice.length > 0) throw refused(twice);
  const logged = new Set(sampleOf(pages.get('logs')?.rows));
  if (sampleOf(pages.get('upstreamCharges')?.rows).some((row) => logged.has(row)))
    throw refused([
      placed('upstreamCharges', {
        en: 'holds rows of `logs`: what was sold is no bill; send what a provider, or the gateway that sells to this one, writes',
        zh: '中有 `logs` 的记录：销售日志不是账单；请提供厂商或上游网关写出的账单',
      }),
    ]);
};

const OWN_LIST =
  'The rows of `logs` are of a list that only a user sees: requests of all other customers are missing.';

/** What pages say that their list has, and the call has not: a call may be one of several, which only its caller knows. */
function pagesLacking(field: RowField, { rows, surroundings }: Pages): string[] {
  const totals = surroundings.flatMap((beside) => statedTotal([beside]) ?? []);
  if (totals.length === 0) return [];
  const [total, sent] = [Math.min(...totals), new Set(rows.map((row) => canonicalText(row))).size];
  return sent < total
    ? [`\`${field}\` has ${sent} of the ${total} rows that its pages speak of; send the others, too.`]
    : [];
}

/**
 * Normalizes a call whose rows are what their fields take, by the judgement that files get.
 * @throws Rejection as `normalize`, and where rows belong into another field or write charges as debits
 */
export function judgedCall(body: unknown): Normalized {
  const marks = new OwnListMarks();
  let lacking: string[] = [];
  const { data, meta } = normalize(body, (pages) => {
    admit(pages);
    lacking = [...pages].flatMap(([field, of]) => pagesLacking(field, of));
    for (const row of pages.get('logs')?.rows ?? []) if (isNative(row)) marks.look(row);
  });
  refuseNegativeBill(billSigns(data.upstreamCharges ?? [], 0));
  const notes = [...(marks.own.isProven ? [OWN_LIST] : []), ...lacking, ...meta.notes];
  return { data, meta: { ...meta, notes: notes.slice(0, NOTES_MAX) } };
}
