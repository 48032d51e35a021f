import type { Connector } from '../../connectors/connector.ts';
import { Rejection } from '../../rejections.ts';
import { anyOf, placed } from '../../sentence.ts';
import type { Native } from './native.ts';

/** Whether a log row has a column that only this gateway (and what was derived from it) writes. */
export const showsMarks = (native: Native, { log: { marks } }: Connector): boolean =>
  marks.some(({ key, text }) => (text ? typeof native[key] === 'string' : Object.hasOwn(native, key)));

/** The gateway whose marks a log row of the upstream shows, else the payload's own. */
export const dialectOf = (native: Native, connectors: readonly Connector[], own: Connector): Connector =>
  connectors.find((connector) => showsMarks(native, connector)) ?? own;

/**
 * Rows read as those of another gateway would give other money without a word.
 * @param shown connectors whose marks the rows of `logs` show
 * @throws Rejection `invalid_request` where rows show marks, and none those of the payload's connector
 */
export function refuseOtherGateway(shown: readonly string[], { id }: Connector): void {
  if (shown.length === 0 || shown.includes(id)) return;
  throw new Rejection(
    'invalid_request',
    { en: 'The rows of `logs` are from another gateway.', zh: '日志不是所选网关的。' },
    [
      placed('connector', {
        en: `is ${id}, but the rows of logs look like those of ${anyOf(shown).en}`,
        zh: `是 ${id}，但日志看起来出自 ${anyOf(shown).zh}`,
      }),
    ],
  );
}
