import type { ComponentChildren, VNode } from 'preact';
import { UNASSIGNED } from '../../../log-facts.ts';
import { sumBy, toDecimal, toPlainText } from '../../../money/money.ts';
import type { Cause } from '../../../schemas/report.ts';
import { type CauseLine, displayAmountOf } from '../../answer/cause-lines.ts';
import { listFindingsOfCause } from '../../answer/findings-of-cause.ts';
import { formatAmount } from '../../answer/format-amount.ts';
import { isNested } from '../../answer/merged-causes.ts';
import type { CustomerShare } from '../../answer/traits.ts';
import { findEarlierCause } from '../earlier.ts';
import { button, h } from '../element.ts';
import { formatCauseNumber, money, splitUnbroken } from '../figures.ts';
import { findingItem } from '../lists/finding-item.ts';
import type { ToggleInput, View, ViewPart } from '../view.ts';
import { isOpen, withOpen } from '../view-state.ts';
import { acknowledgeForm } from './acknowledged.ts';

/** Number of findings that are listed below a cause. The list of findings and the tables have all of them. */
export const FINDINGS_PER_CAUSE_MAX = 20;
/** Number of customers that are listed below a cause. */
const SHARES_SHOWN = 6;

/** Customers of a cause with the money of each, the most first. Null for fewer than two customers. */
function customers(shares: readonly CustomerShare[], { words, report }: View): ViewPart {
  if (shares.length < 2) return null;
  const more = shares.length - SHARES_SHOWN;
  return h('p.shares', [
    h('strong', words.causes.customers),
    shares
      .slice(0, SHARES_SHOWN)
      .map(({ userId, amount }) =>
        h(
          'span',
          { key: userId },
          h('b', userId === UNASSIGNED ? words.tables.unassigned : userId),
          ' ',
          money(amount, report.currency),
        ),
      ),
    more > 0 && h('span', words.causes.others(more)),
  ]);
}

/** Causes that show the same money as this cause in another way. */
function views(cause: Cause, { report, words }: View): ViewPart {
  const others = report.summary.causes.filter((other) => other.of === cause.findingId && isNested(other));
  if (others.length === 0) return null;
  const { byCode } = report.summary.findings;
  return h('p.shares', [
    h('strong', words.causes.also),
    others.map((other) =>
      h('span', { key: other.findingId }, [
        byCode[other.code]?.title ?? other.code,
        ' ',
        other.amount !== null && money(other.amount, report.currency),
      ]),
    ),
  ]);
}

/** Content of an expanded cause: customers, other views of the money, findings, and the form to acknowledge it. */
function bodyOf(cause: Cause, view: View): VNode {
  const { report, words, traits } = view;
  const all = listFindingsOfCause(report, cause);
  const listed = all.slice(0, FINDINGS_PER_CAUSE_MAX);
  const items = listed.map((finding) => findingItem(finding, view));
  return h('div.body', [
    customers(traits[report.summary.causes.indexOf(cause)]?.shares ?? [], view),
    views(cause, view),
    h('ol.findings', items),
    listed.length < cause.count && h('p.hint', words.causes.listed(listed.length, cause.count)),
    view.act && acknowledgeForm(cause, view),
  ]);
}

/**
 * Creates an expandable section. Its content is created only if the section is open. On paper and in browsers without
 * scripts, it is always created.
 * @param kind `cause` for the findings of a cause, `further` for a list of causes
 * @param id name under which the state records whether the section is open
 * @param summary line that is always visible
 * @param body creates the content
 */
export function expandable(
  kind: 'cause' | 'further',
  id: string,
  summary: ComponentChildren,
  body: () => VNode | VNode[],
  { act, state, isPrinted }: View,
): VNode {
  const isNowOpen = isOpen(state, id);
  const onToggle = ({ currentTarget: { open } }: ToggleInput) =>
    open !== isNowOpen && act?.changeState(withOpen(state, id, open));
  // On paper, open the lists of causes, but not the findings of each cause.
  const isShown = isNowOpen || (!act && kind === 'further');
  return h('details', { class: kind === 'cause' ? 'more' : kind, key: id, open: isShown, onToggle }, [
    h('summary', { id: `${kind}-${id}` }, summary),
    (isNowOpen || (!act && !(isPrinted && kind === 'cause'))) && body(),
  ]);
}

/** Expandable section with the findings of a cause; for a cause of several models, with a section for each. */
function basisOf({ cause, parts }: CauseLine, view: View): VNode {
  const found = view.words.causes.count(cause.count);
  if (parts.length === 0) return expandable('cause', cause.findingId, found, () => bodyOf(cause, view), view);
  const partOf = (part: CauseLine): VNode => {
    const summary = [money(displayAmountOf(part.cause), view.report.currency), ' ', splitUnbroken(part.text)];
    return expandable('cause', part.cause.findingId, summary, () => bodyOf(part.cause, view), view);
  };
  return expandable('cause', `all-${cause.findingId}`, found, () => parts.map(partOf), view);
}

/**
 * On paper, the models or channels of a merged cause with the money of each: the findings of each, which the page lists
 * below the cause, are not printed.
 */
function partsOnPaper({ parts }: CauseLine, { act, report, words }: View): ViewPart {
  if (act || parts.length === 0) return null;
  const isOf = (field: 'model' | 'channelId') => new Set(parts.map(({ cause }) => cause[field])).size > 1;
  const [isOfModels, isOfChannels] = [isOf('model'), isOf('channelId')];
  const spans = parts.map(({ cause: { model, channelId }, cause }) =>
    h('span', [
      h(
        'b',
        [isOfModels && model, isOfChannels && `${words.findings.channel} ${channelId}`]
          .filter(Boolean)
          .join(' · '),
      ),
      ' ',
      money(displayAmountOf(cause), report.currency),
    ]),
  );
  return h('p.what.shares.paper', spans);
}

/** Tag with the change of the cause since the earlier report. */
function since({ cause, parts }: CauseLine, { earlier, report, words: { earlier: say } }: View): ViewPart {
  if (earlier?.currency !== report.currency) return null;
  const causes = parts.length > 0 ? parts.map((part) => part.cause) : [cause];
  const before = causes.flatMap((part) => findEarlierCause(earlier, part) ?? []);
  if (before.length === 0) return h('span.tag', say.appeared);
  const was = toPlainText(sumBy(before, (part) => toDecimal(displayAmountOf(part))));
  return was === displayAmountOf(cause) ? null : h('span.tag', say.grown(formatAmount(was)));
}

/** List item of a cause: its money, the problem, the remedy and its findings. `lead` precedes the remedy. */
export function causeItem(line: CauseLine, index: number, view: View, lead: string): VNode {
  const { words, report, act } = view;
  const { cause, side, badge, text, remedy } = line;
  const id = cause.findingId;
  const exact = displayAmountOf(cause);
  const copied = `${exact === '0' ? '' : `${exact} ${report.currency}\t`}${text}\n→ ${remedy}`;
  return h('li', { class: `cause ${side}`, key: id }, [
    h('span.flag', { 'aria-hidden': 'true' }, formatCauseNumber(index)),
    h('div.sum', [
      exact !== '0' && money(exact, report.currency),
      h('span', { class: `badge ${side}` }, badge),
      since(line, view),
    ]),
    h('p.what', splitUnbroken(text)),
    h('p.remedy', lead && h('strong', lead), remedy),
    partsOnPaper(line, view),
    basisOf(line, view),
    act && button({ class: 'quiet copy', onClick: () => act.copy(copied) }, words.actions.copy),
  ]);
}
