import type { VNode } from 'preact';
import type { KnownRule } from '../../known/known-rules.ts';
import { field, h } from '../element.ts';
import type { View } from '../view.ts';

/** What a form gives, as much of it as is looked at. */
interface Sent {
  preventDefault(): void;
  readonly currentTarget: { readonly elements: { namedItem(name: string): unknown } };
}

const FIELDS = ['userId', 'upTo', 'until', 'note'] as const;

/** Marks a cause as known: whole or of one customer, up to an amount, until a day, and why. */
export function knowForm(rule: KnownRule, { words, rules, report, act }: View): VNode {
  const { known: say } = words;
  const labels = { userId: say.customer, upTo: say.upTo(report.currency), until: say.until, note: say.note };
  const id = (name: string) => `know-${name}-${rule.code}-${rule.model ?? ''}-${rule.channelId ?? ''}`;
  const onSubmit = (event: Sent) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const given = FIELDS.map((name) => [name, (elements.namedItem(name) as { value: string }).value.trim()]);
    act?.know([...rules, { ...rule, ...Object.fromEntries(given.filter(([, value]) => value !== '')) }]);
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
      FIELDS.map((name) =>
        field(
          id(name),
          labels[name],
          h('input', { id: id(name), name, autocomplete: 'off', ...types[name] }),
        ),
      ),
      h('button', { type: 'submit' }, say.add),
    ]),
  ]);
}
