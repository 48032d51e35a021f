import type { Connector, Mark } from '../../gateways/connector.ts';
import { Rejection } from '../../rejections.ts';
import { joinAlternatives, prefixPlace } from '../../sentence.ts';
import { tryReadField } from '../fields/codecs.ts';
import { isBlank, type Native } from './native.ts';

const hasMark = (native: Native, { key, text, is, without = [], blank = [] }: Mark): boolean =>
  (text ? typeof native[key] === 'string' : Object.hasOwn(native, key)) &&
  (is === undefined || tryReadField(native, { at: [key], as: 'quota' }) === is) &&
  !without.some((other) => Object.hasOwn(native, other)) &&
  blank.every((other) => isBlank(native, other));

/** Whether a row has one of the columns that only one gateway, fork or table writes. */
export const hasAnySignature = (native: Native, marks: readonly Mark[]): boolean =>
  marks.some((mark) => hasMark(native, mark));

/** Whether a log row has a column that only this gateway (and what was derived from it) writes. */
export const hasSignature = (native: Native, { log: { marks } }: Connector): boolean =>
  hasAnySignature(native, marks);

/** Names of the forks of gateways whose marks one of the rows shows. */
export const detectForks = (rows: readonly Native[], connectors: readonly Connector[]): string[] =>
  connectors
    .flatMap(({ forks = [] }) => forks)
    .filter(({ marks }) => marks && rows.some((native) => hasAnySignature(native, marks)))
    .map(({ name }) => name);

/**
 * A gateway as the fork writes it whose marks the rows of a ledger show: one row tells how all of them are read,
 * because most rows of a fork look like the gateway's own.
 */
export function withForkDialect(connector: Connector, shown: readonly string[]): Connector {
  const fork = connector.forks?.find(({ name }) => shown.includes(name));
  return fork?.log ? { ...connector, log: { ...connector.log, ...fork.log } } : connector;
}

/** The gateway whose marks a log row of the upstream shows, else the payload's own. */
export const detectGateway = (native: Native, connectors: readonly Connector[], own: Connector): Connector =>
  connectors.find((connector) => hasSignature(native, connector)) ?? own;

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
      prefixPlace('connector', {
        en: `is ${id}, but the rows of logs look like those of ${joinAlternatives(shown).en}`,
        zh: `是 ${id}，但日志看起来出自 ${joinAlternatives(shown).zh}`,
      }),
    ],
  );
}

/**
 * Finds the other gateways whose rows are among those of `own`: rows that show marks of another gateway alone, beside
 * rows that show marks of `own`.
 */
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
