import type { Connector } from '../gateways/connector.ts';
import { connectors } from '../gateways/registry.ts';
import type { Forks } from '../normalizer/log-survey/log-survey.ts';
import { checkRead } from './guards/file-checks.ts';
import { ownLists } from './guards/own-lists.ts';
import type { HeadedSource, Source, SourceField, SourceHead } from './read/source.ts';
import type { RunSettings } from './run-settings.ts';

/** Forks that say something otherwise than their gateway. */
const forksWithOwnDialect = new Set(
  connectors.flatMap(({ forks = [] }: Connector) => forks.filter(({ log }) => log).map(({ name }) => name)),
);

/**
 * The forks whose dialect sources are written in. One row tells that a log is a fork's, and then all its rows are read
 * so: sources that were read without them are read once more.
 * @returns `undefined` where there are none
 */
export function findForks(sources: readonly Source[], columns: readonly SourceHead[]): Forks | undefined {
  const forks = { logs: new Set<string>(), upstreamCharges: new Set<string>() };
  for (const [i, { field }] of sources.entries())
    if (field !== 'payments')
      for (const fork of columns[i]?.forks ?? []) if (forksWithOwnDialect.has(fork)) forks[field].add(fork);
  const { logs, upstreamCharges } = forks;
  if (logs.size + upstreamCharges.size === 0) return undefined;
  return { logs: [...logs].sort(), upstreamCharges: [...upstreamCharges].sort() };
}

/** The ledgers that are there: those that were given, and those that a file with whole ledgers holds. */
function findSuppliedLedgers(
  heads: readonly SourceHead[],
  { supplied, balances = [] }: Pick<RunSettings, 'supplied' | 'balances'>,
): RunSettings['supplied'] {
  const holds = (field: SourceField) => heads.some(({ fields }) => fields.includes(field));
  return {
    upstreamCharges: supplied.upstreamCharges || balances.length > 0 || holds('upstreamCharges'),
    payments: supplied.payments || holds('payments'),
  };
}

/**
 * Looks at sources before their rows are linked.
 * @param heads by the numbers of the sources, read with these settings
 * @throws Rejection where too many rows cannot be read, or sources are not what they were given for
 */
export function admit(heads: readonly SourceHead[], given: readonly Source[], stated: RunSettings) {
  const headOf = (source: number): SourceHead => heads[source] as SourceHead;
  const sources = given.map((source): HeadedSource => ({ ...source, head: headOf(source.source) }));
  const settings = { ...stated, supplied: findSuppliedLedgers(heads, stated) };
  checkRead({ sources, settings, rejected: heads.flatMap(({ rejected }) => rejected) });
  const own = ownLists(sources, settings.customers);
  return {
    sources,
    /** Those whose rows count. */
    counted: sources.filter(({ source }) => !own.leftOut.has(source)),
    /** With the ledgers that are there. */
    settings,
    own,
    /** Whether any of the rows bills something, rather than only counting it. */
    isBilled: heads.some((head) => head.isBilled),
  };
}

/** Sources that are what they were given for, before their rows are linked. */
export type Admitted = Readonly<ReturnType<typeof admit>>;
