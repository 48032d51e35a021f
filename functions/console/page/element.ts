type Child = Node | string | null | undefined | false | readonly Child[];
type Value = string | number | boolean | undefined | ((event: Event) => void);
type Attributes = Readonly<Record<string, Value>>;

const SVG = 'http://www.w3.org/2000/svg';

function dress(node: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...(children.flat(9) as Child[]).filter((child): child is Node | string => isShown(child)));
}

const isShown = (child: Child): boolean =>
  child !== null && child !== undefined && child !== false && child !== '';

/** An HTML element; `onclick` and its like take a listener, and a child that is nothing is left out. */
export function h<TTag extends keyof HTMLElementTagNameMap>(
  tag: TTag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[TTag] {
  const node = document.createElement(tag);
  dress(node, attributes, children);
  return node;
}

/** An SVG element, likewise. */
export function svg<TTag extends keyof SVGElementTagNameMap>(
  tag: TTag,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[TTag] {
  const node = document.createElementNS(SVG, tag);
  dress(node, attributes, children);
  return node;
}
