import type { Side } from '../../schemas/lists.ts';
import type { Cause, Finding, ReconciliationReport } from '../../schemas/report.ts';

/** Returns a function like `make` that computes its value once for each object, such as a report, and caches it. */
export const cachePerObject = <TObject extends object, TValue, TRest extends readonly unknown[]>(
  make: (object: TObject, ...rest: TRest) => TValue,
) => {
  const cache = new WeakMap<TObject, TValue>();
  return (object: TObject, ...rest: TRest): TValue => {
    const value = cache.get(object) ?? make(object, ...rest);
    cache.set(object, value);
    return value;
  };
};

type CauseNames = Pick<Cause, 'code'> & {
  readonly model?: string | null | undefined;
  readonly channelId?: string | null | undefined;
};
/** Builds a text that identifies a cause within a report, from its code, model and channel. */
export const buildCauseKey = ({ code, model = null, channelId = null }: CauseNames): string =>
  JSON.stringify([code, model, channelId]);

// Cached by the findings, because they stay the same when causes are acknowledged.
const findingsByCause = cachePerObject((findings: readonly Finding[]) =>
  Map.groupBy(findings, buildCauseKey),
);

/** Returns the findings of a cause, without those that the report counts but does not list. */
export const listFindingsOfCause = (report: ReconciliationReport, cause: Cause): readonly Finding[] =>
  findingsByCause(report.findings).get(buildCauseKey(cause)) ?? [];

/** Returns the exact amount of a finding as a plain decimal. (Its field `amount` is only the nearest JSON number.) */
export const readExactAmount = ({ amount, details }: Finding): string | undefined =>
  (details?.amount as string | undefined) ?? amount?.toString();

/** Returns the exact part of a finding's amount that counts in the sums: 0 if other findings count the same money. */
export const readCountedAmount = ({ details }: Pick<Finding, 'details'>): string =>
  String(details?.counted ?? '0');

const sidesByCode = cachePerObject(
  ({ summary }: ReconciliationReport) =>
    new Map(summary.causes.flatMap(({ code, side }) => (side === null ? [] : [[code, side]]))),
);

/** Returns the side in whose sum a finding counts: `lost`, `owed` or `doubtful`. Undefined if it counts in none. */
export const sideOfFinding = (report: ReconciliationReport, finding: Finding): Side | undefined =>
  readCountedAmount(finding) === '0' ? undefined : sidesByCode(report).get(finding.code);
