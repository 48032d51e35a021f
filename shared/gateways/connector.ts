import type * as v from 'valibot';
import type { ConnectorCapability, MATURITIES, sourceSchema } from '../schemas/manifest-parts.ts';
import type { Sentence } from '../sentence.ts';
import type { CacheConvention, Codec, Kind, PaymentRule, PriceFormula } from './vocabulary.ts';

/** Where a canonical field stands in a native row: the first key that holds something counts. */
export interface Field<TCodec extends Codec = Codec> {
  readonly at: readonly string[];
  readonly as: TCodec;
  readonly notes?: string;
}

/** A key whose presence (as text, or with one number) shows that a row is this gateway's. */
export interface Signature {
  readonly key: string;
  readonly text?: true;
  readonly is?: number;
  /** Keys that a row of this gateway does not have: with them, the mark is another's. */
  readonly without?: readonly string[];
  /** Keys that such a row has, and that say nothing in it: empty or 0. */
  readonly blank?: readonly string[];
}

/** What is worth a note about rows that are skipped: `quota` only for those that carry one. */
interface RowNote {
  readonly note: 'hiddenRefunds' | 'manageQuota' | 'checkIn';
  readonly quota?: true;
}

/** One native type of rows; the first that fits counts. `note` asks for a sentence in the reply's notes, with the count. */
export interface RowKind {
  /** The number in `type`, or the text where `fields.type` says that another column holds one. */
  readonly type: number | string;
  /** Keys that rows of this kind have, and that say nothing in them, where a type has several kinds. */
  readonly blank?: readonly string[];
  readonly kind: Kind;
  readonly note?: RowNote;
}

/** Keys of the price snapshot that say more than a price. */
interface SnapshotKeys {
  readonly taskId: string;
  readonly isTask: string;
  readonly partOf: string;
  /** Keys that only the refund or settlement of a task has. */
  readonly adjustment: readonly string[];
  readonly ratio: string;
  readonly violation: string;
  /** Flag of a realtime session. */
  readonly session: string;
  readonly source: { readonly key: string; readonly subscription: string };
  /** A list with an entry for each attempt. */
  readonly attempts: { readonly within: string; readonly key: string };
  /** The flag of a model that the operator maps to another one, and the name of that. */
  readonly mapping: { readonly flag: string; readonly to: string };
}

/** Where the terms of a row's price stand in its snapshot, so that a change of them can be told. */
export interface PriceTerms {
  readonly input: string;
  readonly output: string;
  /** The price of a call; below 0 where the row is priced by tokens. */
  readonly call?: string;
  readonly group: string;
  /** A multiplier of single customers that stands in for their group's; below 0 where there is none. */
  readonly special?: string;
  /** The name of the group: in the row, or in the snapshot. */
  readonly groupName: { readonly in: 'row' | 'snapshot'; readonly key: string };
  /** Keys of snapshots whose price has other terms. */
  readonly unless: readonly string[];
  /** Parts of paths whose price differs from call to call, and the key of the path. */
  readonly path?: { readonly key: string; readonly unless: readonly string[] };
  /** How long the request took, and milliseconds in its unit: prices are those of its start. */
  readonly duration: { readonly key: string; readonly ms: number };
}

/** Where token counts stand: `input` and `output` in the row, the rest in the snapshot (several keys add up). */
export interface TokenKeys {
  readonly convention: CacheConvention;
  readonly input: string;
  readonly output: string;
  readonly cacheRead?: readonly string[];
  /** The column of cache reads, of a gateway that counts them in the row. */
  readonly cacheReadColumn?: string;
  /** The total, its parts by lifetime, and the one of an hour; the larger of the total and the sum of the parts counts. */
  readonly cacheWrite?: {
    readonly total: string;
    readonly parts: readonly string[];
    readonly hour?: string;
  };
  readonly reasoning?: readonly string[];
  readonly media?: readonly string[];
}

/** A system row that settles a task in words: how it begins, and the word before the amount. */
interface SettledText {
  readonly begins: string;
  readonly before: string;
  /** 1: the customer paid more; -1: the customer got it back. */
  readonly sign: 1 | -1;
}

/** How a text begins that tells of a balance which an administrator lowered: by what follows, or from it to what stands behind a word. */
type DeductionText = readonly [begins: string, between?: string];

export interface LogDialect {
  readonly signatures: readonly Signature[];
  readonly fields: {
    /** Where the type of a row stands as text, such as a `status`; without it, `type` holds a number. */
    readonly type?: Field<'name'>;
    readonly rowId: Field<'rowId'>;
    readonly requestId: Field<'id'>;
    readonly occurredAt: Field<'time'>;
    readonly userId: Field<'id'>;
    readonly tokenId?: Field<'id'>;
    readonly tokenName?: Field<'name'>;
    readonly model: Field<'model'>;
    readonly channelId: Field<'channel'>;
    readonly channelName?: Field<'name' | 'channelName'>;
    /** The charge in quota units; money that a row states beside it stands before it. */
    readonly quota?: Field<'quota'>;
    /** The charge in money, of a gateway that keeps its books so. */
    readonly money?: Field<'money'>;
    readonly upstreamRequestId?: Field<'id'>;
    readonly snapshot?: Field<'embedded'>;
  };
  readonly kinds: readonly RowKind[];
  /** Texts of system rows that hold money; the first that fits counts. */
  readonly settledTexts?: readonly SettledText[];
  readonly loweredTexts?: readonly DeductionText[];
  /** The same as actions in `other.op`: the parameters that say by how much, or from what to what. */
  readonly loweredOps?: Readonly<Record<string, readonly string[]>>;
  /** Words of those about what a customer was given, which settles nothing. */
  readonly giftWords?: readonly string[];
  /** The label that the gateway gives to the rows of its own channel tests. */
  readonly testTokenName?: string;
  readonly snapshotKeys?: SnapshotKeys;
  readonly priceTerms?: PriceTerms;
  /** Beginnings of models whose requests send no id back, so that a gateway before this one cannot name them. */
  readonly untracedModels?: readonly string[];
  readonly tokens: TokenKeys;
  readonly price: PriceFormula;
}

export interface PaymentDialect {
  readonly signatures: readonly Signature[];
  readonly fields: {
    readonly transactionId: Field<'id'>;
    readonly occurredAt: Field<'time'>;
    readonly userId: Field<'id'>;
    readonly provider: Field<'name'>;
    readonly amount: Field<'money'>;
    readonly currency: Field<'name'>;
    /** A currency that only rows of one processor state truly. */
    readonly processorCurrency?: Field<'name'> & { readonly of: string };
    /** Wallet units bought; where no currency is logged, 0 is the purchase of a subscription. */
    readonly units?: Field<'money'>;
    readonly credit: Field<'money' | 'quota'>;
    readonly fee?: Field<'money'>;
    /** Money that the operator forgave. */
    readonly discount?: Field<'money'>;
    /** Wallet units given on top of those that were paid. */
    readonly bonus?: Field<'money'>;
    /** Other numbers of the order, which the processor may know it by. */
    readonly otherId?: Field<'id'>;
    /** How it was paid: the method beside the processor, or the gateway's own number of a processor. */
    readonly method?: Field<'name'>;
  };
  /** Plans that were bought with the balance of the wallet: no money came in. */
  readonly walletPlans?: {
    /** Processor of such rows. */
    readonly provider: string;
    /** Key of a text that states, after some words, the quota that the wallet lost, and the key that it is read into. */
    readonly charged: { readonly at: string; readonly after: string; readonly into: string };
  };
  /** Native status and what it means. */
  readonly statuses: readonly (readonly [string, 'settled' | 'pending' | 'failed'])[];
  readonly rule: PaymentRule;
}

/** What a gateway says about one capability; the rest follows from the capability itself, see `manifest/manifest.ts`. */
type CapabilityEntry = Pick<ConnectorCapability, 'support'> &
  Partial<Pick<ConnectorCapability, 'resourceIds' | 'notes'>>;

type ManifestSource = v.InferOutput<typeof sourceSchema>;

/** What a reader of the caller's own finds at the gateway. All of them are asked for by GET. */
type GatewayResource = Omit<ManifestSource['resources'][number], 'method' | 'scope'>;

/** How the gateway cuts a list into pages. */
export interface Paging {
  /** The key of the query that counts pages, and the number of the first one. */
  readonly index: string;
  readonly first: 0 | 1;
  /** The key that requests a page size, and under which some replies report it. */
  readonly size: { readonly key: string; readonly max: number };
  /** The key under which some replies report the number of rows in the list. */
  readonly total: string;
}

/** What a reader that the caller operates must know of the gateway's own API. Reads only: no path has a side effect. */
interface ReaderApi {
  /** The header that names the user of the credential, where a version asks for one. */
  readonly userHeader?: string;
  readonly paging: Paging;
  /** Keys of the query that bound the log rows in time: Unix seconds, both inclusive. */
  readonly window: { readonly from: string; readonly to: string };
  /** The resources of the lists, which start with the newest row. */
  readonly logs: string;
  readonly channels: string;
  readonly payments?: {
    readonly resource: string;
    /** The reply of versions without this list, and the sentence for their operators. */
    readonly absent?: { readonly says: string; readonly why: Sentence };
  };
  /** The resource whose `data.quota_per_unit` is the deployment's own. */
  readonly status: string;
}

/** A product made of a gateway, whose rows the gateway's connector reads. */
export interface Fork {
  readonly name: string;
  /** Where its source is: `owner/name`. */
  readonly repository: string;
  /** Date of the state of that source that was checked. */
  readonly verifiedAt: string;
  /** What shows that a log is this fork's: one row with one of them. Absent where nothing tells, nor needs to. */
  readonly signatures?: readonly Signature[];
  /** Its dialect: what its rows say otherwise than the gateway's. */
  readonly log?: Partial<LogDialect>;
  readonly requestIds?: Sentence;
  /** The header that names the user of the credential, where it differs. */
  readonly userHeader?: string;
  readonly limitations: readonly string[];
}

/**
 * Everything the service knows about one gateway, as data: `JSON.parse(JSON.stringify(c))` deep-equals `c`.
 * The parser and the manifest both interpret it, so neither can promise what the other does not do.
 */
export interface Connector {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly maturity: (typeof MATURITIES)[number];
  /** Date of the state of the gateway's source that the mapping was checked against. */
  readonly verifiedAt: string;
  readonly inputFamily: string;
  /** Where a caller reads the deployment's `quotaPerUnit`; absent where rows state money. */
  readonly quotaPerUnitAt?: `GET ${string}` | Sentence;
  readonly source: Omit<ManifestSource, 'resources'> & { readonly resources: readonly GatewayResource[] };
  /** Absent where no public source describes the API. */
  readonly reading?: ReaderApi;
  /** Capabilities that are not named are unavailable. */
  readonly capabilities: { readonly [id in ConnectorCapability['id']]?: CapabilityEntry };
  readonly log: LogDialect;
  readonly payments?: PaymentDialect;
  /** Which ids of a request it stores, and so what a bill can be compared by: for its operator. */
  readonly requestIds: Sentence;
  readonly limitations: readonly string[];
  /** Of several whose marks a log shows, the first counts. */
  readonly forks?: readonly Fork[];
}
