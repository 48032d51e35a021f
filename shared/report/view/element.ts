import { type ComponentChildren, createElement, type VNode } from 'preact';
import { escapeInvisible } from '../../escape-control-characters.ts';
import type { TextInput } from './view.ts';

/** Attributes and event listeners of an element. */
type Attributes = Readonly<Record<string, unknown>>;

/** Preact's `createElement` without its DOM types, which are missing on Node, where views are rendered as well. */
const element = createElement as unknown as (
  tag: string,
  attributes: Attributes,
  ...children: ComponentChildren[]
) => VNode;

/** Escapes invisible characters in texts: a direction mark in a name would reverse the sentence around it. */
const escapeTexts = (child: Attributes | ComponentChildren): ComponentChildren =>
  typeof child === 'string' ? escapeInvisible(child) : Array.isArray(child) ? child.map(escapeTexts) : child;

const isAttributes = (part: Attributes | ComponentChildren): part is Attributes =>
  part?.constructor === Object;

/**
 * Creates an element. Invisible characters in its texts are escaped.
 * @param selector tag and classes, such as `p.hint`
 * @param parts optional attributes, then the children
 */
export function h(selector: string, ...parts: readonly (Attributes | ComponentChildren)[]): VNode {
  const [tag = '', ...classes] = selector.split('.');
  const [first, ...rest] = parts;
  const attributes = classes.length > 0 ? { class: classes.join(' ') } : {};
  return isAttributes(first)
    ? element(tag, { ...attributes, ...first }, ...rest.map(escapeTexts))
    : element(tag, attributes, ...parts.map(escapeTexts));
}

/** Creates a `ul` element with an `li` element for each item. */
export const list = (items: readonly ComponentChildren[], attributes: Attributes = {}): VNode => {
  const lines = items.map((item) => h('li', item));
  return h('ul', attributes, lines);
};

/** Creates a table within an element that scrolls, whose attributes are `around`. */
export function table(
  around: Attributes,
  attributes: Attributes,
  heads: readonly ComponentChildren[],
  lines: ComponentChildren,
): VNode {
  const named = heads.map((head) => (typeof head === 'string' ? h('th', { scope: 'col' }, head) : head));
  const inside = [h('thead', h('tr', named)), h('tbody', lines)];
  return h('div.scroll', { ...around }, h('table', attributes, inside));
}

interface Jump {
  preventDefault(): void;
  readonly currentTarget: {
    readonly ownerDocument: { getElementById(id: string): { scrollIntoView(): void } | null };
  };
}

/**
 * Builds the attributes of a link to the element `id` of the page. With scripts, a click scrolls to it and does not
 * change the address, whose hash contains the filters.
 * @param act actions of the view; undefined on a page without scripts
 */
export const buildJumpAttributes = (id: string, act: object | undefined) => ({
  href: `#${id}`,
  ...(act && {
    onClick: (event: Jump) => {
      event.preventDefault();
      event.currentTarget.ownerDocument.getElementById(id)?.scrollIntoView();
    },
  }),
});

/** Creates a form field: a label and its control. */
export const field = (id: string, label: string, ...controls: ComponentChildren[]): VNode =>
  h('div.field', h('label', { for: id }, label), ...controls);

/** Creates a form field with an input without suggestions of the browser. */
export const inputField = (
  id: string,
  label: string,
  attributes: Attributes,
  ...hints: ComponentChildren[]
): VNode => field(id, label, h('input', { id, autocomplete: 'off', ...attributes }), ...hints);

/** Creates a select element. Calls `choose` with the value of the option that the user selects. */
export const selectBox = (
  attributes: Attributes,
  value: string | undefined,
  options: readonly (readonly [value: string, label: string])[],
  choose: (value: string) => void,
): VNode =>
  h(
    'select',
    { ...attributes, value, onChange: ({ currentTarget }: TextInput) => choose(currentTarget.value) },
    options.map(([name, label]) => h('option', { value: name, selected: name === value }, label)),
  );

/** Creates a button of type `button`, which does not submit a form. */
export const button = (attributes: Attributes, ...children: ComponentChildren[]): VNode =>
  h('button', { type: 'button', ...attributes }, ...children);
