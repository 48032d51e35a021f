import type { VNode } from 'preact';
import { h } from '#shared/report/view/element.ts';
import type { TextInput } from '#shared/report/view/view.ts';

/** Builds a select element with options of value and label. */
export const selectBox = (
  attributes: Readonly<Record<string, string>>,
  value: string | undefined,
  options: readonly (readonly [value: string, label: string])[],
  choose: (value: string) => void,
): VNode =>
  h(
    'select',
    { ...attributes, value, onChange: ({ currentTarget }: TextInput) => choose(currentTarget.value) },
    options.map(([name, label]) => h('option', { value: name, selected: name === value }, label)),
  );
