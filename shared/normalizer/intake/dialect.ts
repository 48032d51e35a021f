import type { Connector, Signature } from '../../gateways/connector.ts';
import { joinAlternatives, type Sentence, withPrefix } from '../../sentence.ts';
import { tryReadField } from '../fields/codecs.ts';
import { asNumber, isBlank, type NativeObject } from './native.ts';

const matchesSignature = (row: NativeObject, { key, text, is, without, blank }: Signature) =>
  (text ? typeof row[key] === 'string' : Object.hasOwn(row, key)) &&
  (is === undefined || tryReadField(row, { at: [key], as: 'quota' }) === is) &&
  !without?.some((other) => Object.hasOwn(row, other)) &&
  (blank === undefined || blank.every((other) => isBlank(row, other)));

/** Returns the kind of a log row about a customer's wallet rather than a request; `undefined` for other rows. */
export function findWalletKind({ type }: NativeObject, { log }: Connector) {
  const kind = log.kinds.find((known) => known.type === asNumber(type))?.kind;
  return kind === 'system' || kind === 'manage' || kind === 'topup' ? kind : undefined;
}

/** Returns whether a row has the columns that identify a gateway, a fork or a table. */
export function hasAnySignature(row: NativeObject, signatures: readonly Signature[]): boolean {
  for (const signature of signatures) if (matchesSignature(row, signature)) return true;
  return false;
}

/** Returns whether a log row has a column that only this gateway and its forks write. */
export const hasSignature = (row: NativeObject, { log: { signatures } }: Connector): boolean =>
  hasAnySignature(row, signatures);

/** Lists the names of the detected forks of these gateways: forks of which a row has the identifying columns. */
export const detectForks = (rows: readonly NativeObject[], connectors: readonly Connector[]): string[] =>
  connectors
    .flatMap(({ forks = [] }) => forks)
    .filter(({ signatures }) => signatures && rows.some((native) => hasAnySignature(native, signatures)))
    .map(({ name }) => name);

/**
 * Returns a gateway with the log format of its detected fork, or unchanged if none of its forks was detected. One row
 * decides for the whole ledger, because most rows of a fork look like the gateway's own.
 * @param detected names of the forks of which a row has the identifying columns
 */
export function withForkDialect(connector: Connector, detected: readonly string[]): Connector {
  const fork = connector.forks?.find(({ name }) => detected.includes(name));
  return fork?.log ? { ...connector, log: { ...connector.log, ...fork.log } } : connector;
}

/** Returns the gateway that wrote an upstream log row, by its identifying columns; else `own`, the selected one. */
export const detectGateway = (
  row: NativeObject,
  connectors: readonly Connector[],
  own: Connector,
): Connector => connectors.find((connector) => hasSignature(row, connector)) ?? own;

/** Explains that the logs are from another gateway (`detected`) than the selected one: a message and its detail. */
export function explainOtherGateway(detected: readonly string[], { id }: Connector): readonly Sentence[] {
  if (detected.length === 0 || detected.includes(id)) return [];
  return [
    { en: 'The log is from another gateway.', zh: '日志不属于所选网关。' },
    withPrefix('connector', {
      en: `is ${id}, but the log seems to be from ${joinAlternatives(detected).en}`,
      zh: `是 ${id}，但日志似乎来自 ${joinAlternatives(detected).zh}`,
    }),
  ];
}

/** Lists other gateways whose rows are mixed with rows of `own`; none if no row is certainly from `own`. */
export function findOtherGateways(
  logs: readonly NativeObject[],
  own: Connector,
  connectors: readonly Connector[],
): string[] {
  if (!logs.some((native) => hasSignature(native, own))) return [];
  const others = logs.filter((native) => !hasSignature(native, own));
  return connectors
    .filter((connector) => others.some((native) => hasSignature(native, connector)))
    .map(({ id }) => id);
}
