import type { VNode } from 'preact';
import { computeRate, sumBy, toDecimal, toPlainText } from '../../../money/money.ts';
import { SIDES, type Side } from '../../../schemas/lists.ts';
import { isTiny } from '../../answer/answer-input.ts';
import { computeComparedFigures, computeShownRevenue, isInOtherCurrency } from '../../answer/compared.ts';
import {
  type CalculationStep,
  formatAmount,
  formatCalculation,
  formatMarginRate,
} from '../../answer/format-amount.ts';
import { isPaymentCode } from '../../answer/gaps/gap-effects.ts';
import { TOTAL_LABELS } from '../../answer/table-totals.ts';
import { h } from '../element.ts';
import { gainOrLoss, isVisibleLoss, money, negate } from '../figures.ts';
import type { View, ViewPart } from '../view.ts';
import type { ViewWords } from '../words/view-words.ts';

/** A figure of the calculation, or a change that leads to the next figure. */
interface Step extends CalculationStep {
  readonly name: keyof ViewWords['bridge']['steps'];
  readonly notes?: readonly (string | false)[];
}

const change = (name: Step['name'], exact: string, notes: Step['notes'] = []): Step[] =>
  exact === '0' ? [] : [{ name, exact, isChange: true, notes }];

/** Sum of the certain causes about payments of a side. */
const sumOfPayments = ({ losses }: View, side: Side): string =>
  toPlainText(
    sumBy([...losses.causes], (cause) =>
      toDecimal(cause.side === side && isPaymentCode(cause.code) ? cause.counted : '0'),
    ),
  );

/** Steps from list prices to the margin. List prices are shown only if all requests have an expected charge. */
function marginSteps(view: View): Step[] {
  const { all, language, words } = view;
  const { report } = all;
  const { bridge: say } = words;
  if (isInOtherCurrency(report, 'downstreamUsage')) return [];
  const { summary, completeness } = report;
  const { revenue, findings } = summary;
  const compared = computeComparedFigures(report);
  const { cost, margin } = compared;
  const shown = computeShownRevenue(report);
  const sumOf = (code: string) => findings.byCode[code]?.amount ?? '0';
  const [under, over] = [sumOf('price_undercharge'), sumOf('price_overcharge')];
  const list = toPlainText(toDecimal(shown).plus(toDecimal(under)).minus(toDecimal(over)));
  const hasPrices = completeness.pricing && (under !== '0' || over !== '0');
  const leftOut = toPlainText(
    toDecimal(compared.uncompared.revenue).plus(toDecimal(compared.unbilled.revenue)),
  );
  const notes = [
    revenue.refunds !== '0' && say.refunds(formatAmount(revenue.refunds)),
    revenue.pending !== '0' && say.pending(formatAmount(revenue.pending)),
    leftOut !== '0' &&
      (margin === null ? TOTAL_LABELS.outside[language] : say.leftOut(formatAmount(leftOut))),
  ];
  const lost = sumOfPayments(view, 'lost');
  const marginNotes = margin && [
    margin.rate !== null && formatMarginRate(margin.rate, language),
    lost !== '0' && say.beforePayments(formatAmount(lost)),
  ];
  return [
    ...(hasPrices ? [{ name: 'list', exact: list } as const] : []),
    ...(hasPrices ? [...change('undercharged', negate(under)), ...change('overcharged', over)] : []),
    { name: 'revenue', exact: shown, notes },
    ...(cost === null ? [] : change('cost', negate(cost))),
    ...(margin ? [{ name: 'margin', exact: margin.amount, notes: marginNotes ?? [] } as const] : []),
  ];
}

/** Steps from payments to credit, with what is known about the difference. */
function paymentSteps(view: View): Step[] {
  const { summary } = view.all.report;
  const { bridge: say } = view.words;
  const { payments, unnamedPayments, excluded, findings } = summary;
  if (!payments || isInOtherCurrency({ summary }, 'payments')) return [];
  const { net, fees, pending, credited } = payments;
  const amounts = {
    fees,
    unnamed: unnamedPayments?.credited,
    discounts: findings.byCode.discount_granted?.amount,
    unchecked: findings.byCode.payment_not_judged?.amount,
    lost: sumOfPayments(view, 'lost'),
    owed: sumOfPayments(view, 'owed'),
  };
  const reasons = [
    ...Object.entries(amounts).flatMap(([name, exact]) =>
      isTiny(exact) ? [] : `${say.steps[name as keyof typeof amounts]} ${formatAmount(exact ?? '0')}`,
    ),
    ...(Object.values(excluded).some(({ payments }) => !isTiny(payments)) ? [say.steps.foreign] : []),
  ];
  return [
    { name: 'paid', exact: net, notes: [pending !== '0' && say.pending(formatAmount(pending))] },
    ...change(
      'difference',
      toPlainText(toDecimal(credited).minus(toDecimal(net))),
      reasons.length > 0 ? reasons : [say.steps.stated],
    ),
    { name: 'credited', exact: credited },
  ];
}

/** Figures of the selected row or days. Undefined if the report has none for the filters together. */
function selectedFigures({ report, state }: View) {
  const { model, channelId, userId, side, find, from, to } = state;
  const { byModel, byChannel, summary } = report;
  const names = [model, channelId, userId].filter((name) => name !== '');
  if (side + find !== '' || names.length > 1 || (names.length === 1 && from !== '')) return undefined;
  if (model !== '') return byModel.find((line) => line.model === model);
  if (channelId !== '') return byChannel.find((line) => line.channelId === channelId);
  if (userId !== '') return summary.byUser.find((line) => line.userId === userId);
  const days = summary.byDay.filter(({ day }) => from <= day && day <= (to || from));
  const sumOf = (name: 'revenue' | 'cost' | 'margin') =>
    days.some((day) => day[name] === null)
      ? null
      : toPlainText(sumBy(days, (day) => toDecimal(day[name] ?? '0')));
  return days.length === 0
    ? undefined
    : { revenue: sumOf('revenue') ?? '0', cost: sumOf('cost'), margin: sumOf('margin') };
}

/** Steps of what the filters select: its figures, if the report has them, and the money of its findings. */
function selectedSteps(view: View): Step[][] {
  const row = selectedFigures(view);
  const { found, language } = view;
  const margin = row?.margin ?? null;
  const rate =
    row && margin !== null && row.revenue !== '0' && computeRate(toDecimal(margin), toDecimal(row.revenue));
  const notes = [typeof rate === 'number' && formatMarginRate(rate, language)];
  const sums = SIDES.map((side) => ({ name: side, exact: found.sums[side] }));
  return [
    [
      ...(row ? [{ name: 'revenue', exact: row.revenue } as const] : []),
      ...(row && row.cost !== null ? change('cost', negate(row.cost)) : []),
      ...(margin === null ? [] : [{ name: 'margin', exact: margin, notes } as const]),
    ],
    sums.filter(({ exact }) => row === undefined || exact !== '0'),
  ];
}

function stepItem({ name, exact, isChange, notes = [] }: Step, text: string, view: View): VNode {
  const { report, words, losses } = view;
  return h('li', { class: isChange ? 'change' : 'total', id: `step-${name}` }, [
    h('span.label', words.bridge.steps[name]),
    isChange
      ? h('span.amount', { title: `${exact} ${report.currency}` }, isVisibleLoss(exact) ? text : `+${text}`)
      : money(exact, report.currency, losses.areHidden ? 'amount' : gainOrLoss(exact), text),
    notes.some(Boolean) && h('span.hint', notes.filter(Boolean).join(' · ')),
  ]);
}

const stepLists = (lists: readonly Step[][], view: View): (VNode | false)[] =>
  lists.map((steps) => {
    const texts = formatCalculation(steps);
    const items = steps.map((step, at) => stepItem(step, texts[at] ?? '', view));
    return items.length > 0 && h('ol.steps', items);
  });

/**
 * Section that calculates the margin from the list price step by step, and compares payments with credit. With filters,
 * it shows the figures of the selected findings.
 */
export function marginSection(view: View): ViewPart {
  const { summary } = view.report;
  const { bridge: say, rows } = view.words;
  const { steps: names } = say;
  if (view.found.findings !== view.report.findings)
    return h('section.card.bridge', { 'aria-labelledby': 'bridge' }, [
      h('h2', { id: 'bridge' }, say.selected),
      stepLists(selectedSteps(view), view),
      !selectedFigures(view) && h('p.hint', say.onlyFindings),
    ]);
  const steps = marginSteps(view);
  const payments = paymentSteps(view);
  const first = names[(steps[0] ?? payments[0])?.name ?? 'revenue'];
  const last = names[steps.at(-1)?.name ?? 'margin'];
  const heading = steps.length > 1 ? say.heading(first.toLowerCase(), last.toLowerCase()) : first;
  const ledgers = { downstreamUsage: 'revenue', upstreamCharges: 'cost', payments: 'paid' } as const;
  const unknown = Object.entries(ledgers).flatMap(([ledger, name]) =>
    isInOtherCurrency(view.report, ledger as keyof typeof ledgers) ? names[name].toLowerCase() : [],
  );
  // Without debts, the line below the headline says that payments were not given.
  const hasNoPayments = summary.payments === null && summary.money.owed !== '0';
  return h('section.card.bridge', { 'aria-labelledby': 'bridge' }, [
    h('h2', { id: 'bridge' }, heading),
    stepLists([steps, payments], view),
    unknown.length > 0 && h('p.hint', say.unknown(unknown.join(rows.comma))),
    hasNoPayments && h('p.hint', say.noPayments),
  ]);
}
