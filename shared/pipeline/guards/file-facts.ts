import type { LedgerSpans } from '../../engine/survey/ledger-span.ts';
import type { OutsideRequests } from '../../engine/survey/outside-other-ledger.ts';
import type { LogFacts } from '../../log-facts.ts';
import type { Sentence } from '../../sentence.ts';
import type { Books } from '../link/link-sources.ts';
import type { Repeats } from '../link/repeats.ts';
import type { HeadedSource, RejectedSourceRow } from '../read/source.ts';
import type { RunSettings } from '../run-settings.ts';
import type { UsersOwnLogs } from './users-own-logs.ts';

/** For each log, the other logs whose ids it contains as upstream ids. Logs are numbers of sources. */
export type UpstreamLogs = ReadonlyMap<number, ReadonlySet<number>>;

/** Evidence that rows are missing in files. */
export interface MissingEvidence {
  /** Names of the files. */
  readonly files: readonly string[];
  readonly sentence: Sentence;
}

/** Facts about files that have been read. */
export interface ReadFacts {
  readonly sources: readonly HeadedSource[];
  readonly settings: RunSettings;
  readonly rejected: readonly RejectedSourceRow[];
}

/** Facts about files whose rows are linked. */
export interface LinkedFacts extends ReadFacts {
  readonly usersOwnLogs: UsersOwnLogs;
  readonly spans: LedgerSpans;
  readonly repeats: readonly Repeats[];
  /** Bill rows that are not plain log rows. */
  readonly billed: Books['upstreamCharges'];
  /** Facts about `billed`, in its order. */
  readonly lineFacts: Books['lineFacts'];
  readonly outsideRequests: readonly OutsideRequests[];
  readonly upstreamLogs: UpstreamLogs;
  /** Bills of which no request is in the log. */
  readonly unknownBills: Books['unknownBills'];
  readonly balancesBilled: readonly string[];
  readonly textOnlyMoney: LogFacts['textOnlyMoney'];
}
