import { type ComponentChildren, createElement, type VNode } from 'preact';
import { escapeInvisible } from '../../escape-control-characters.ts';

/** Attributes and listeners, as Preact takes them. */
type Attributes = Readonly<Record<string, unknown>>;

/**
 * An element of a view, whose texts show all that they hold. Preact's own types ask for those of a browser's DOM, which
 * views do not have: they are rendered on Node as well.
 */
const element = createElement as unknown as (
  tag: string,
  attributes: Attributes,
  ...children: ComponentChildren[]
) => VNode;

/** Texts of rows and files: a mark of direction in a name would turn the whole sentence around it. */
const seen = (child: Attributes | ComponentChildren): ComponentChildren =>
  typeof child === 'string' ? escapeInvisible(child) : Array.isArray(child) ? child.map(seen) : child;

const isAttributes = (part: Attributes | ComponentChildren): part is Attributes =>
  part?.constructor === Object;

/**
 * An element with its classes, as in `p.hint`.
 * @param parts its attributes, where it has any; then what is in it
 */
export function h(selector: string, ...parts: readonly (Attributes | ComponentChildren)[]): VNode {
  const [tag = '', ...classes] = selector.split('.');
  const [first, ...rest] = parts;
  const own = classes.length > 0 ? { class: classes.join(' ') } : {};
  return isAttributes(first)
    ? element(tag, { ...own, ...first }, ...rest.map(seen))
    : element(tag, own, ...parts.map(seen));
}

/** A list, by what each of its items holds. */
export const list = (items: readonly ComponentChildren[], attributes: Attributes = {}): VNode => {
  const lines = items.map((item) => h('li', item));
  return h('ul', attributes, lines);
};

/** A table that scrolls by itself, with its heads and its lines. */
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

/** A link within the page. The address holds filters, so that such a place is no part of it where scripts run. */
export const jumpTo = (id: string, act: object | undefined) => ({
  href: `#${id}`,
  ...(act && {
    onClick: (event: Jump) => {
      event.preventDefault();
      event.currentTarget.ownerDocument.getElementById(id)?.scrollIntoView();
    },
  }),
});

/** A control under its label. */
export const field = (id: string, label: string, ...controls: ComponentChildren[]): VNode =>
  h('div.field', h('label', { for: id }, label), ...controls);

/** A button that sends no form. */
export const button = (attributes: Attributes, ...children: ComponentChildren[]): VNode =>
  h('button', { type: 'button', ...attributes }, ...children);
