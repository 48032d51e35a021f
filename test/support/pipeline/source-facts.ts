import type { LedgerSpan } from '#shared/engine/survey/ledger-span.ts';
import type { LinkedFacts } from '#shared/pipeline/guards/file-facts.ts';
import type { HeadedSource, SourceHead } from '#shared/pipeline/read/source.ts';
import type { Sentence } from '#shared/sentence.ts';

type Profile = SourceHead['profile'];
/** What is known of a source; what is not said shows nothing. */
export interface SourceFacts
  extends Partial<Omit<HeadedSource, 'head'>>,
    Partial<Pick<SourceHead, 'rows' | 'rejected' | 'detectedGateways' | 'units'>>,
    Partial<Omit<Profile, 'ids' | 'pages' | 'usersOwnLog' | 'recognized'>> {
  readonly ids?: Partial<Profile['ids']>;
  readonly pages?: Partial<Profile['pages']>;
  readonly usersOwnLog?: Profile['usersOwnLog'];
  readonly kind?: NonNullable<Profile['recognized']>['kind'];
  readonly needsUnit?: boolean;
  readonly unused?: Sentence;
}

const NO_IDS: Profile['ids'] = {
  rows: 0,
  steps: 0,
  seconds: 0,
  holes: 0,
  gaps: [],
  shared: [],
  sample: [],
  least: undefined,
  greatest: undefined,
  type: undefined,
};
const NO_PAGES: Profile['pages'] = {
  total: undefined,
  isNumbered: false,
  missingIds: 0,
  hasMorePages: undefined,
  withoutTotal: { pages: 0, first: 0, last: 0 },
};

/** Sources that have been read, logs but for those of which it is said; they are called `a`, `b` and so on. */
export const buildSources = (...files: readonly SourceFacts[]): HeadedSource[] =>
  files.map(
    (
      {
        rows = 0,
        rejected = [],
        detectedGateways = [],
        units = { priced: [], declared: [], charged: [] },
        ...file
      },
      source,
    ) => {
      const {
        ids,
        pages,
        usersOwnLog = { isProven: false },
        kind,
        needsUnit = false,
        unused,
        ...rest
      } = file;
      const { columns = [], sample = [], requests = [], bought = [], ...some } = rest;
      const {
        brokenOff,
        assumesUtc = false,
        lacksEnd = false,
        leftOut = [],
        leftOutMeans,
        days,
        untyped = 0,
        ...about
      } = some;
      const location = 'abcdefg'[source] ?? '';
      const profile: Profile = {
        isTable: false,
        columns,
        sample,
        requests,
        bought,
        brokenOff,
        assumesUtc,
        lacksEnd,
        leftOut,
        leftOutMeans,
        days,
        untyped,
        usersOwnLog,
        recognized: kind && { kind, needsUnit, isAmbiguous: false, ...(unused && { unused }) },
        ids: { ...NO_IDS, ...ids },
        pages: { ...NO_PAGES, ...pages },
      };
      const head = {
        rows,
        rejected,
        detectedGateways,
        units,
        profile,
        stripped: [],
        forks: [],
        fields: [],
        isBilled: true,
      };
      return { source, name: location, location, field: 'logs', ...about, head };
    },
  );

/** Reaches of a log and a bill without rows, but for what is said. */
export const buildSpans = (
  log: Partial<LedgerSpan> = {},
  bill: Partial<LedgerSpan> = {},
): Record<'log' | 'bill', LedgerSpan> => ({ log: { ...NOTHING, ...log }, bill: { ...NOTHING, ...bill } });
const NOTHING: LedgerSpan = {
  first: null,
  last: null,
  count: 0,
  inside: 0,
  hasMatched: false,
  unmatchedTimes: [],
  named: { first: null, last: null },
};

/** What checks look at: these sources, and whatever else is said. */
export const buildFacts = (sources: readonly HeadedSource[], more: object = {}) =>
  ({
    settings: {},
    rejected: [],
    repeats: [],
    spans: buildSpans(),
    sources,
    ...more,
  }) as unknown as LinkedFacts;

/** A refusal in English; `undefined` where a check lets pass. */
export const formatRefusal = (said: readonly Sentence[]): string | undefined =>
  said.length === 0 ? undefined : toEnglish(said).join('\n');

/** The sentences in English. */
export const toEnglish = (said: readonly Sentence[]): string[] => said.map(({ en }) => en);
