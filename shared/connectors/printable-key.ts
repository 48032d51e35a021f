import { pathSegment } from '../schemas/read.ts';

const KEY_LIKE = /^sk-|[A-Za-z0-9]{24,}/;

/** A name out of the data as a step of a path in a refusal: `?` where it might itself be a value or a key. */
export const printableKey = (name: string): string => (KEY_LIKE.test(name) ? '?' : pathSegment(name));
