import type { VNode } from 'preact';
import { formatDay } from '../../../instant.ts';
import type { Cause } from '../../../schemas/report.ts';
import { toWallTime } from '../../../zoned-time.ts';
import type { AcknowledgementRule } from '../../acknowledged/acknowledgement-rules.ts';
import {
  buildRule,
  formatRules,
  lastDayOf,
  type RuleCoverage,
} from '../../acknowledged/remove-acknowledged.ts';
import { displayAmountOf } from '../../answer/cause-lines.ts';
import { answerWords } from '../../answer/words/answer-words.ts';
import type { RunReport } from '../../run-report.ts';
import { button, h, inputField } from '../element.ts';
import { money } from '../figures.ts';
import type { View, ViewPart } from '../view.ts';

/** Describes the causes that a rule covers: the title of their code, model and channel. */
const nameOf = (rule: AcknowledgementRule, { report, language }: View): string =>
  answerWords[language].named(report.summary.findings.byCode[rule.code]?.title ?? rule.code, rule);

/** The used part of a form's submit event. */
interface Sent {
  preventDefault(): void;
  readonly currentTarget: { readonly elements: { namedItem(name: string): unknown } };
}

const FIELDS = ['userId', 'upTo', 'until', 'note'] as const;

/** Initial values of the form: the customer if there is only one, the amount, and the last day of the period. */
function startValues(cause: Cause, { traits, report }: View): Readonly<Record<string, string>> {
  const { period, timeZone = 'UTC' } = report.summary as RunReport['summary'];
  const { shares = [] } = traits[report.summary.causes.indexOf(cause)] ?? {};
  const exact = displayAmountOf(cause);
  return {
    userId: shares.length === 1 ? (shares[0]?.userId ?? '') : '',
    upTo: exact === '0' ? '' : exact,
    until: period.end ? formatDay(toWallTime(Date.parse(period.end) - 1, timeZone)) : lastDayOf(report),
  };
}

/**
 * Form that acknowledges a cause, with a note. The user can limit the acknowledgement to a customer, up to an amount,
 * and until a day; an empty field sets no limit.
 */
export function acknowledgeForm(cause: Cause, view: View): VNode {
  const { words, rules, report, act } = view;
  const { known: say } = words;
  const rule = buildRule(cause);
  const start = startValues(cause, view);
  const labels = { userId: say.customer, upTo: say.upTo(report.currency), until: say.until, note: say.note };
  const onSubmit = (event: Sent) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const values = FIELDS.map((name) => [name, (elements.namedItem(name) as { value: string }).value.trim()]);
    act?.acknowledge([
      ...rules,
      { ...rule, ...Object.fromEntries(values.filter(([, value]) => value !== '')) },
    ]);
  };
  const types = {
    userId: {},
    upTo: { inputMode: 'decimal', pattern: '\\d+(\\.\\d+)?' },
    until: { type: 'date' },
    note: { maxLength: 200, required: true },
  } as const;
  return h('details.know', [
    h('summary', say.button),
    h('form', { onSubmit }, [
      h('p.hint', say.willCover(nameOf(rule, view))),
      FIELDS.map((name) => {
        const id = `know-${name}-${rule.code}-${rule.model ?? ''}-${rule.channelId ?? ''}`;
        return inputField(id, labels[name], { name, defaultValue: start[name] ?? '', ...types[name] });
      }),
      h('button', { type: 'submit' }, say.add),
    ]),
  ]);
}

function item(line: RuleCoverage, view: View): VNode {
  const { words, report, rules, act } = view;
  const { known: say } = words;
  const { rule, state, amount, count } = line;
  const bounds = [
    rule.upTo !== undefined && `${say.upTo(report.currency)} ${rule.upTo}`,
    rule.until && `${say.until} ${rule.until}`,
    rule.note,
  ];
  const forget = () => act?.acknowledge(rules.filter((other) => other !== rule));
  return h('li', { class: state }, [
    amount !== '0' && money(amount, report.currency),
    h('span.what', nameOf(rule, view)),
    h('span.hint', state === 'covers' ? words.causes.count(count) : say[state]),
    bounds.some(Boolean) && h('span.hint', bounds.filter(Boolean).join(' · ')),
    act && rules.includes(rule) && button({ class: 'quiet', onClick: forget }, say.forget),
  ]);
}

/** Section with the acknowledged causes, which the sums of the report leave out. Null if there are none. */
export function acknowledgedList(view: View): ViewPart {
  const { known, words, rules, act } = view;
  const { known: say } = words;
  if (known.length === 0) return null;
  const save = () => act?.save('known.json', 'application/json', formatRules(rules));
  const items = known.map((line) => item(line, view));
  return h('section.card.known', { 'aria-labelledby': 'known' }, [
    h('h2', { id: 'known' }, say.heading(known.length)),
    h('ul', items),
    act && h('p.hint', say.hint),
    act && button({ id: 'save-known', onClick: save }, say.save),
  ]);
}
