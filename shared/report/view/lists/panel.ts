import { toDecimal, toPlainText } from '../../../money/money.ts';
import type { CauseLine } from '../../answer/cause-lines.ts';
import type { CustomerShare } from '../../answer/traits.ts';
import { buildJumpAttributes, button, h } from '../element.ts';
import { gainOrLoss, money, splitUnbroken } from '../figures.ts';
import { listCustomers, listFacts, Selection } from '../finding-sums.ts';
import { buildReportName } from '../page-report.ts';
import type { View, ViewPart } from '../view.ts';

/** Share of the selected customer in a cause. Undefined if the customer has none. */
const shareOf = ({ cause }: CauseLine, { report, traits, state }: View): CustomerShare | undefined =>
  traits[report.summary.causes.indexOf(cause)]?.shares.find(({ userId }) => userId === state.userId);

/** All findings of the selected customer, whatever else is filtered. */
const findingsOf = ({ report, days, state }: View): Selection =>
  new Selection(
    listFacts(report, days).filter(({ finding }) => listCustomers(finding).includes(state.userId)),
  );

/** Lines of a customer's account: label and exact amount. Undefined without a row of the customer. */
function accountLines(view: View): readonly (readonly [label: string, exact: string])[] | undefined {
  const { report, accounts, state, words } = view;
  const row = report.summary.byUser.find(({ userId }) => userId === state.userId);
  if (!row) return undefined;
  const { account: say } = words;
  const { refunded = '0', paid = '0' } = accounts[row.userId] ?? {};
  const add = (a: string, b: string) => toPlainText(toDecimal(a).plus(toDecimal(b)));
  const subtract = (a: string, b: string) => toPlainText(toDecimal(a).minus(toDecimal(b)));
  const { credited } = row;
  const { owed, lost } = findingsOf(view).sums;
  return [
    [say.charged, add(row.revenue, refunded)],
    [say.refunded, refunded],
    ...(credited === null
      ? []
      : ([
          [say.paid, paid],
          [say.credited, credited],
          [say.difference, subtract(credited, paid)],
        ] as const)),
    [say.owed, owed],
    [say.lost, lost],
  ];
}

/** CustomerAccount of the selected customer, which can be copied or saved with its findings. */
function accountOf(view: View): ViewPart {
  const { act, report, state, words } = view;
  const lines = accountLines(view);
  if (!act || !lines) return null;
  const { account: say } = words;
  const text = [
    `${words.tables.userId} ${state.userId}`,
    ...lines.map(([label, exact]) => `${label}\t${exact} ${report.currency}`),
    ...findingsOf(view).findings.map(({ message }) => message),
  ].join('\n');
  const name = `${buildReportName(report)}-${state.userId.replaceAll(/[^\p{L}\p{N}_-]/gu, '_')}.txt`;
  return h('div.account', [
    h(
      'ol.steps',
      lines.map(([label, exact]) =>
        h('li.total', h('span.label', label), money(exact, report.currency, gainOrLoss(exact))),
      ),
    ),
    h('div.choices', [
      button({ class: 'quiet', onClick: () => act.copy(text) }, words.actions.copy),
      button({ class: 'quiet', onClick: () => act.save(name, 'text/plain', `${text}\n`) }, say.save),
    ]),
  ]);
}

/**
 * Panel about the selected model, channel or customer: its causes with their remedies, and for a customer the refunds
 * and payments. Null if none of them is selected.
 */
export function selectionPanel(lines: readonly CauseLine[], view: View): ViewPart {
  const { words, state, report } = view;
  const { model, channelId, userId } = state;
  const name = [model, channelId, userId].filter((id) => id !== '').join(', ');
  if (name === '' || !view.act) return null;
  const isOf = ({ cause }: CauseLine, share: CustomerShare | undefined) =>
    (model === '' || cause.model === model) &&
    (channelId === '' || cause.channelId === channelId) &&
    (userId === '' || share !== undefined);
  const matches = lines
    .flatMap((line) => (line.parts.length > 0 ? line.parts : [line]))
    .map((line) => ({ line, share: shareOf(line, view) }))
    .filter(({ line, share }) => line.side !== 'record' && isOf(line, share));
  const items = matches.map(({ line: { cause, text, remedy }, share }) =>
    h('li', { key: cause.findingId }, [
      money(share?.amount ?? cause.amount ?? '0', report.currency),
      h('span', splitUnbroken(text), h('span.remedy', remedy)),
    ]),
  );
  return h('div.panel', { role: 'status' }, [
    userId !== '' && h('h3', `${words.account.heading} ${userId}`),
    userId !== '' && accountOf(view),
    h('h3', `${words.tables.about} ${name}`),
    items.length === 0 ? h('p.hint', words.tables.nothing) : h('ul', items),
    h('a', buildJumpAttributes('findings', view.act), words.tables.below),
  ]);
}
