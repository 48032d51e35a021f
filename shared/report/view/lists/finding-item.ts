import type { VNode } from 'preact';
import { repricedText } from '../../../engine/words/price-change.ts';
import type { Finding } from '../../../schemas/report.ts';
import { exactAmount } from '../../answer/findings-of-cause.ts';
import { share } from '../../answer/shown.ts';
import type { EvidenceRow } from '../../files/report-source.ts';
import { button, h, list } from '../element.ts';
import { money, unbroken } from '../figures.ts';
import type { View } from '../view.ts';
import type { ViewWords } from '../words/view-words.ts';

/** Lists with commas; of an object, such as a customer with an amount, what it holds; a name of ours in words. */
function text(value: unknown, comma: string, named: Readonly<Record<string, string>> = {}): string {
  if (Array.isArray(value)) return value.map((one) => text(one, comma, named)).join(comma);
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map((one) => text(one, comma, named))
      .join(' ');
  const own = String(value);
  // Names of others may be any, `constructor` among them.
  return (Object.hasOwn(named, own) ? named[own] : undefined) ?? own;
}

const TOKENS_OF_SIDE = /^(\w+)(Downstream|Upstream)$/;

/** What a detail says. The change of a price begins with a name of ours. */
const saidOf = (detail: string, value: unknown, { words: { findings, rows }, language }: View): string =>
  detail === 'repriced'
    ? repricedText(String(value), language)
    : text(value, rows.comma, findings.values[detail]);

/** What a detail is called; counts of tokens are named by their kind and side. */
function nameOf(detail: string, { findings: { details, sides, tokens } }: ViewWords): string {
  const [, kind = '', side = ''] = TOKENS_OF_SIDE.exec(detail) ?? [];
  return tokens[kind] === undefined ? (details[detail] ?? detail) : `${tokens[kind]} ${sides[side]}`;
}

/** What was charged as a share of what should have been. */
function ratioOf({ details: { charged, expected } = {} }: Finding): string | undefined {
  const [paid, price] = [Number(charged), Number(expected)];
  return paid >= 0 && price > 0 ? share(paid / price) : undefined;
}

/** What a finding rests on, by name. */
function evidenceOf(finding: Finding, view: View): (readonly [string, string])[] {
  const { words, channelNames } = view;
  const { findings: say } = words;
  const { id, requestId, transactionId, model, channelId, details = {} } = finding;
  const all: [string, unknown][] = [
    [say.request, requestId],
    [say.transaction, transactionId],
    [say.model, model],
    [say.channel, channelId && [channelId, channelNames?.[channelId]].filter(Boolean).join(' ')],
    ...Object.entries(details).map(([name, value]): [string, unknown] => [
      nameOf(name, words),
      saidOf(name, value, view),
    ]),
    [say.ratio, ratioOf(finding)],
    [say.id, id],
  ];
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`] as const]));
}

/** A row that a finding rests on: when, what, how much, and where it stands. */
function rowText(
  { ledger, at, amount, expected, inputTokens, outputTokens, file, row }: EvidenceRow,
  words: ViewWords,
) {
  const { findings: say } = words;
  const tokens = [inputTokens, outputTokens].map((count) => (count ?? 0).toLocaleString('en-US')).join(' + ');
  return [
    at.replace('T', ' ').replace(/(?:\.000)?Z$/, ''),
    `${say.ledgers[ledger]} ${amount ?? ''}`.trim(),
    expected && `${say.details.expected} ${expected}`,
    (inputTokens ?? outputTokens) !== undefined && say.tokenCounts(tokens),
    file && `${file.slice(file.lastIndexOf('/') + 1)}:${row}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** One finding: its sentence, its money, and its evidence, ids apart from prose. */
export function findingItem(finding: Finding, view: View): VNode {
  const { words, report, act } = view;
  const exact = exactAmount(finding);
  const evidence = evidenceOf(finding, view);
  const rows = (view.evidence?.[finding.id] ?? []).map((row) => rowText(row, words));
  const copied = [finding.message, ...evidence.map((pair) => pair.join('\t')), ...rows].join('\n');
  return h(
    'li.finding',
    { key: finding.id },
    h('details', [
      h('summary', [
        h('span.message', unbroken(finding.message)),
        exact !== undefined && money(exact, report.currency),
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
