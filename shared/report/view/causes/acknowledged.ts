import type { VNode } from 'preact';
import type { AcknowledgementRule } from '../../acknowledged/acknowledgement-rules.ts';
import { formatRules, type RuleCoverage } from '../../acknowledged/remove-acknowledged.ts';
import { answerWords } from '../../answer/words/answer-words.ts';
import { button, field, h } from '../element.ts';
import { money } from '../figures.ts';
import type { View, ViewPart } from '../view.ts';

/** The used part of a form's submit event. */
interface Sent {
  preventDefault(): void;
  readonly currentTarget: { readonly elements: { namedItem(name: string): unknown } };
}

const FIELDS = ['userId', 'upTo', 'until', 'note'] as const;

/** Form that acknowledges a cause: for one customer, up to an amount, until a day, with a note (all optional). */
export function acknowledgeForm(rule: AcknowledgementRule, { words, rules, report, act }: View): VNode {
  const { known: say } = words;
  const labels = { userId: say.customer, upTo: say.upTo(report.currency), until: say.until, note: say.note };
  const id = (name: string) => `know-${name}-${rule.code}-${rule.model ?? ''}-${rule.channelId ?? ''}`;
  const onSubmit = (event: Sent) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const values = FIELDS.map((name) => [name, (elements.namedItem(name) as { value: string }).value.trim()]);
    act?.know([...rules, { ...rule, ...Object.fromEntries(values.filter(([, value]) => value !== '')) }]);
  };
  const types = {
    userId: {},
    upTo: { inputMode: 'decimal', pattern: '\\d+(\\.\\d+)?' },
    until: { type: 'date' },
    note: { maxLength: 200 },
  } as const;
  return h('details.know', [
    h('summary', say.button),
    h('form', { onSubmit }, [
      FIELDS.map((name) => {
        const input = h('input', { id: id(name), name, autocomplete: 'off', ...types[name] });
        return field(id(name), labels[name], input);
      }),
      h('button', { type: 'submit' }, say.add),
    ]),
  ]);
}

const nameOf = ({ rule }: RuleCoverage, { report, language }: View): string =>
  answerWords[language].named(report.summary.findings.byCode[rule.code]?.title ?? rule.code, rule);

function item(line: RuleCoverage, view: View): VNode {
  const { words, report, rules, act } = view;
  const { known: say } = words;
  const { rule, state, amount, count } = line;
  const bounds = [
    rule.upTo !== undefined && `${say.upTo(report.currency)} ${rule.upTo}`,
    rule.until && `${say.until} ${rule.until}`,
    rule.note,
  ];
  const forget = () => act?.know(rules.filter((other) => other !== rule));
  return h('li', { class: state }, [
    amount !== '0' && money(amount, report.currency),
    h('span.what', nameOf(line, view)),
    h('span.hint', state === 'covers' ? say.covers(count) : say[state]),
    bounds.some(Boolean) && h('span.hint', bounds.filter(Boolean).join(' · ')),
    act && rules.includes(rule) && button({ class: 'quiet', onClick: forget }, say.forget),
  ]);
}

/** List of acknowledged causes, which are not part of the sums. */
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
