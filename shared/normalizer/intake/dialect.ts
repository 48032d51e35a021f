import type { Connector } from '../../connectors/connector.ts';
import type { Native } from './native.ts';

const shows = (native: Native, { key, text }: { key: string; text?: true }): boolean =>
  text ? typeof native[key] === 'string' : Object.hasOwn(native, key);

/** The gateway whose marks a log row of the upstream shows, else the payload's own. */
export const dialectOf = (native: Native, connectors: readonly Connector[], own: Connector): Connector =>
  connectors.find(({ log }) => log.marks.some((mark) => shows(native, mark))) ?? own;
