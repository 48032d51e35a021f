import { type ComponentChildren, createElement, type VNode } from 'preact';

/** Attributes and listeners, as Preact takes them. */
type Attributes = Readonly<Record<string, unknown>>;

/**
 * An element of a view. Preact's own types ask for those of a browser's DOM, which views do not have: they are rendered
 * on Node as well.
 */
export const h = createElement as unknown as (
  tag: string,
  attributes: Attributes,
  ...children: ComponentChildren[]
) => VNode;
