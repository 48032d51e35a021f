import type { LedgerSpan } from '#shared/engine/survey/ledger-span.ts';
import { UnitCounter } from '#shared/normalizer/log-survey/unit-evidence.ts';
import type { LinkedFacts, MissingEvidence } from '#shared/pipeline/guards/file-facts.ts';
import type { HeadedSource, SourceHead } from '#shared/pipeline/read/source.ts';
import type { Sentence } from '#shared/sentence.ts';

type Profile = SourceHead['profile'];
/** Facts about a source that was read. Facts that are left out are those of an empty source. */
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

/** Builds sources with these facts: logs, unless a field is given, with the names `a`, `b` and so on. */
export const buildSources = (...files: readonly SourceFacts[]): HeadedSource[] =>
  files.map(
    (
      { rows = 0, rejected = [], detectedGateways = [], units = new UnitCounter().evidence, ...file },
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
      const { columns = [], sample = [], requests = [], bought = [], ...other } = rest;
      const {
        brokenOff,
        assumesUtc = false,
        lacksEnd = false,
        leftOut = [],
        leftOutMeans,
        untyped = 0,
        ...about
      } = other;
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

/** Builds the time spans of a log and a bill; what is left out is that of an empty ledger. */
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

/** Builds the facts that file checks receive. */
export const buildFacts = (sources: readonly HeadedSource[], more: object = {}) =>
  ({
    settings: {},
    rejected: [],
    repeats: [],
    spans: buildSpans(),
    sources,
    ...more,
  }) as unknown as LinkedFacts;

/** Formats a refusal in English; `undefined` if a check found nothing. */
export const formatRefusal = (sentences: readonly Sentence[]): string | undefined =>
  sentences.length === 0 ? undefined : toEnglish(sentences).join('\n');

/** The English texts of evidence that rows are missing. */
export const describeEvidence = (evidence: readonly MissingEvidence[]): string[] =>
  toEnglish(evidence.map(({ sentence }) => sentence));

/** The English texts of sentences. */
export const toEnglish = (sentences: readonly Sentence[]): string[] => sentences.map(({ en }) => en);
