import type { Connector } from '../gateways/connector.ts';
import { connectors } from '../gateways/registry.ts';
import type { Forks } from '../normalizer/log-survey/log-survey.ts';
import { findAgreedUnit } from '../normalizer/log-survey/unit-evidence.ts';
import { checkReadFiles } from './guards/file-checks.ts';
import { findUsersOwnLogs } from './guards/users-own-logs.ts';
import type { HeadedSource, Source, SourceField, SourceHead } from './read/source.ts';
import type { RunSettings } from './run-settings.ts';

/** Forks whose log format differs from their gateway's. */
const forksWithOwnDialect = new Set(
  connectors.flatMap(({ forks = [] }: Connector) => forks.filter(({ log }) => log).map(({ name }) => name)),
);

/**
 * Finds which forks of gateways wrote the log and the bill, if their rows have another format than those of their
 * gateway; `undefined` if there are none. One row of a fork is enough. The caller must read all files again with the
 * result.
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

const listLogs = (sources: readonly Source[], columns: readonly SourceHead[]): SourceHead[] =>
  columns.filter((_, i) => sources[i]?.field === 'logs');

/** Whether a log contains amounts in quota units, and the settings lack the quota units per unit of money. */
export const lacksUnit = (
  sources: readonly Source[],
  columns: readonly SourceHead[],
  { quotaPerUnit }: RunSettings,
): boolean =>
  quotaPerUnit === undefined &&
  listLogs(sources, columns).some(({ profile }) => profile.recognized?.needsUnit);

/** Finds the quota per unit of money on which the rows of the log agree; `undefined` if they show none or disagree. */
export const findLogUnit = (sources: readonly Source[], columns: readonly SourceHead[]): number | undefined =>
  findAgreedUnit(listLogs(sources, columns).map(({ units }) => units));

/** Returns which ledgers are present: those that were given, and those contained in a file with whole ledgers. */
function findSuppliedLedgers(
  heads: readonly SourceHead[],
  { supplied, balances = [] }: Pick<RunSettings, 'supplied' | 'balances'>,
): RunSettings['supplied'] {
  const contains = (field: SourceField) => heads.some(({ fields }) => fields.includes(field));
  return {
    upstreamCharges: supplied.upstreamCharges || balances.length > 0 || contains('upstreamCharges'),
    payments: supplied.payments || contains('payments'),
  };
}

/**
 * Checks files that have been read, before their rows are linked. Logs that users exported are not linked if there is
 * also an administrator's log, which contains their rows.
 * @param heads facts found while reading, by number of the file
 * @throws Rejection if too many rows cannot be read, or a file was given with the wrong option
 */
export function checkSources(
  heads: readonly SourceHead[],
  given: readonly Source[],
  configured: RunSettings,
) {
  const sources = given.map((source): HeadedSource => {
    return { ...source, head: heads[source.source] as SourceHead };
  });
  const settings = { ...configured, supplied: findSuppliedLedgers(heads, configured) };
  checkReadFiles({ sources, settings, rejected: heads.flatMap(({ rejected }) => rejected) });
  const usersOwnLogs = findUsersOwnLogs(sources, settings.customers);
  return {
    sources,
    /** Sources whose rows count. */
    counted: sources.filter(({ source }) => !usersOwnLogs.leftOut.has(source)),
    /** Settings with the ledgers that are present. */
    settings,
    usersOwnLogs,
    /** Whether some row has a cost, rather than only counted tokens. */
    isBilled: heads.some((head) => head.isBilled),
  };
}

/** Checked sources, before their rows are linked. */
export type CheckedSources = Readonly<ReturnType<typeof checkSources>>;
