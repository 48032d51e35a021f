import type { VNode } from 'preact';
import { formatRepricedDetail } from '../../../engine/words/price-change.ts';
import type { Language } from '../../../language.ts';
import { UNASSIGNED } from '../../../log-facts.ts';
import type { Finding } from '../../../schemas/report.ts';
import { formatLocalTime } from '../../../zoned-time.ts';
import { readExactAmount, sideOfFinding } from '../../answer/findings-of-cause.ts';
import { formatCount, formatShare } from '../../answer/format-amount.ts';
import { answerWords } from '../../answer/words/answer-words.ts';
import type { EvidenceRow } from '../../files/report-source.ts';
import { button, h, list } from '../element.ts';
import { money, splitUnbroken } from '../figures.ts';
import type { View } from '../view.ts';
import type { ViewWords } from '../words/view-words.ts';

/** Formats the value of a detail: lists with commas, the values of an object, constants by `labels`. */
function text(value: unknown, comma: string, labels: Readonly<Record<string, string>> = {}): string {
  if (Array.isArray(value)) return value.map((item) => text(item, comma, labels)).join(comma);
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map((item) => text(item, comma, labels))
      .join(' ');
  const plain = String(value);
  // Use hasOwn, because a value from a row may be the name of an inherited property, such as `constructor`.
  return (Object.hasOwn(labels, plain) ? labels[plain] : undefined) ?? plain;
}

/** A time in a detail. */
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const TOKENS_OF_SIDE = /^(\w+)(Downstream|Upstream)$/;

/** Formats the value of a detail in the language of the view. */
const valueText = (
  detail: string,
  value: unknown,
  { words: { findings, rows }, language, timeZone }: View,
): string =>
  detail === 'repriced'
    ? formatRepricedDetail(String(value), language, timeZone)
    : text(value, rows.comma, findings.values[detail]).replaceAll(INSTANT, (at) =>
        formatLocalTime(Date.parse(at), timeZone),
      );

/** Label of a detail. Counts of tokens are named by kind and side. */
function nameOf(detail: string, { findings: { details, sides, tokens } }: ViewWords): string {
  const [, kind = '', side = ''] = TOKENS_OF_SIDE.exec(detail) ?? [];
  return tokens[kind] === undefined ? (details[detail] ?? detail) : `${tokens[kind]} ${sides[side]}`;
}

/** Charge as a share of the expected charge. */
function ratioOf({ details: { charged, expected } = {} }: Finding, language: Language): string | undefined {
  const [paid, price] = [Number(charged), Number(expected)];
  return paid >= 0 && price > 0 ? formatShare(paid / price, language) : undefined;
}

/** Lists labels and values of a finding's evidence. */
function evidenceOf(finding: Finding, view: View): (readonly [string, string])[] {
  const { words, channelNames } = view;
  const { findings: say } = words;
  const { id, requestId, transactionId, model, channelId, details = {} } = finding;
  const all: [string, unknown][] = [
    [say.request, requestId],
    [say.transaction, transactionId],
    [say.model, model],
    [
      say.channel,
      channelId &&
        [channelId === UNASSIGNED ? words.tables.unassigned : channelId, channelNames[channelId]]
          .filter(Boolean)
          .join(' '),
    ],
    ...Object.entries(details).map(([name, value]): [string, unknown] => [
      nameOf(name, words),
      valueText(name, value, view),
    ]),
    [say.ratio, ratioOf(finding, view.language)],
    [say.id, id],
  ];
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`] as const]));
}

/** Formats an evidence row: time in the zone of the report, ledger, amount, and its file and row number. */
function rowText(
  { ledger, at, amount, expected, inputTokens, outputTokens, file, row }: EvidenceRow,
  { words, timeZone }: View,
) {
  const { findings: say } = words;
  const tokens = [inputTokens, outputTokens].map((count = 0) => formatCount(count)).join(' + ');
  return [
    formatLocalTime(Date.parse(at), timeZone),
    `${say.ledgers[ledger]} ${amount ?? ''}`.trim(),
    expected && `${say.details.expected} ${expected}`,
    (inputTokens ?? outputTokens) !== undefined && say.tokenCounts(tokens),
    file && `${file.slice(file.lastIndexOf('/') + 1)}:${row}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** List item of a finding: its message, its money, and its evidence. */
export function findingItem(finding: Finding, view: View): VNode {
  const { words, report, language, act } = view;
  const side = sideOfFinding(report, finding);
  const exact = readExactAmount(finding);
  const evidence = evidenceOf(finding, view);
  const rows = (view.evidence[finding.id] ?? []).map((row) => rowText(row, view));
  const copied = [finding.message, ...evidence.map((pair) => pair.join('\t')), ...rows].join('\n');
  return h(
    'li.finding',
    { key: finding.id },
    h('details', [
      h('summary', [
        h('span.message', splitUnbroken(finding.message)),
        side && h('span', { class: `badge ${side}` }, answerWords[language].sides[side]),
        exact !== undefined && money(exact, report.currency, side ? 'amount' : 'amount elsewhere'),
      ]),
      h('dl.evidence', [
        evidence.map(([name, value]) => [h('dt', name), h('dd', value)]),
        [h('dt', words.findings.code), h('dd', h('code', finding.code))],
      ]),
      rows.length > 0 && list(rows, { class: 'rows' }),
      act && button({ class: 'quiet', onClick: () => act.copy(copied) }, words.actions.copy),
    ]),
  );
}
