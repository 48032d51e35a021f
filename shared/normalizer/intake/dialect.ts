import type { Connector, Signature } from '../../gateways/connector.ts';
import { joinAlternatives, prefixPlace, type Sentence } from '../../sentence.ts';
import { tryReadField } from '../fields/codecs.ts';
import { isBlank, type Native } from './native.ts';

const matchesSignature = (native: Native, { key, text, is, without = [], blank = [] }: Signature): boolean =>
  (text ? typeof native[key] === 'string' : Object.hasOwn(native, key)) &&
  (is === undefined || tryReadField(native, { at: [key], as: 'quota' }) === is) &&
  !without.some((other) => Object.hasOwn(native, other)) &&
  blank.every((other) => isBlank(native, other));

/** Returns whether a row has one of the columns that identify a gateway, a fork or a table. */
export const hasAnySignature = (native: Native, signatures: readonly Signature[]): boolean =>
  signatures.some((signature) => matchesSignature(native, signature));

/** Returns whether a log row has a column that only this gateway and its forks write. */
export const hasSignature = (native: Native, { log: { signatures } }: Connector): boolean =>
  hasAnySignature(native, signatures);

/** Returns the names of the forks whose identifying columns some row has. */
export const detectForks = (rows: readonly Native[], connectors: readonly Connector[]): string[] =>
  connectors
    .flatMap(({ forks = [] }) => forks)
    .filter(({ signatures }) => signatures && rows.some((native) => hasAnySignature(native, signatures)))
    .map(({ name }) => name);

/**
 * Returns the gateway with the log format of the detected fork. One row decides for the whole ledger, because most
 * rows of a fork look like the gateway's own.
 */
export function withForkDialect(connector: Connector, detected: readonly string[]): Connector {
  const fork = connector.forks?.find(({ name }) => detected.includes(name));
  return fork?.log ? { ...connector, log: { ...connector.log, ...fork.log } } : connector;
}

/** Returns the gateway that wrote an upstream log row, by its identifying columns; `own` if it has none. */
export const detectGateway = (native: Native, connectors: readonly Connector[], own: Connector): Connector =>
  connectors.find((connector) => hasSignature(native, connector)) ?? own;

/**
 * Explains logs of another gateway, which would be read with wrong amounts: a message and its detail, or nothing.
 * @param detected gateways whose identifying columns the rows of `logs` have
 */
export function explainOtherGateway(detected: readonly string[], { id }: Connector): readonly Sentence[] {
  if (detected.length === 0 || detected.includes(id)) return [];
  return [
    { en: 'The log is from another gateway.', zh: '日志不是所选网关的。' },
    prefixPlace('connector', {
      en: `is ${id}, but the log looks like one of ${joinAlternatives(detected).en}`,
      zh: `是 ${id}，但日志看起来出自 ${joinAlternatives(detected).zh}`,
    }),
  ];
}

/** Finds other gateways whose rows are mixed with those of `own`. */
export function findOtherGateways(
  logs: readonly Native[],
  own: Connector,
  connectors: readonly Connector[],
): string[] {
  if (!logs.some((native) => hasSignature(native, own))) return [];
  const others = logs.filter((native) => !hasSignature(native, own));
  return connectors
    .filter((connector) => others.some((native) => hasSignature(native, connector)))
    .map(({ id }) => id);
}
