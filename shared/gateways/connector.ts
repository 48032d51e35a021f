import type * as v from 'valibot';
import type { ConnectorCapability, MATURITIES, sourceSchema } from '../schemas/manifest-parts.ts';
import type { Sentence } from '../sentence.ts';
import type { CacheConvention, Codec, Kind, PaymentRule, PriceFormula } from './vocabulary.ts';

/** Columns of a native row that may contain a canonical field; the first one that is not empty counts. */
export interface Field<TCodec extends Codec = Codec> {
  readonly at: readonly string[];
  readonly as: TCodec;
  readonly notes?: string;
}

/** A column that identifies a gateway, by its presence, as text, or with one number. */
export interface Signature {
  readonly key: string;
  readonly text?: true;
  readonly is?: number;
  /** Columns that this gateway does not write; with one of them, the row is another's. */
  readonly without?: readonly string[];
  /** Columns that such a row has, empty or 0. */
  readonly blank?: readonly string[];
}

/** Note about skipped rows; `quota` means only rows with a quota. */
interface RowNote {
  readonly note: 'hiddenRefunds' | 'manageQuota' | 'checkIn';
  readonly quota?: true;
}

/** A native row type; the first match counts. `note` adds a sentence with the number of rows to the reply. */
export interface RowKind {
  /** Number in `type`, or text if `fields.type` names another column. */
  readonly type: number | string;
  /** Columns that rows of this kind have, empty or 0, if a type has several kinds. */
  readonly blank?: readonly string[];
  readonly kind: Kind;
  readonly note?: RowNote;
}

interface SnapshotKeys {
  readonly taskId: string;
  readonly isTask: string;
  /** Quota of the charge that a partial refund or settlement adjusts. */
  readonly partOf: string;
  /** Keys that only the refund or settlement of a task has. */
  readonly adjustment: readonly string[];
  readonly ratio: string;
  /** Flag of a fee for violating a provider's policy. */
  readonly violation: string;
  /** Flag of a realtime session. */
  readonly session: string;
  readonly source: { readonly key: string; readonly subscription: string };
  /** List with an entry for each attempt. */
  readonly attempts: { readonly within: string; readonly key: string };
  /** Flag of a mapped model, and the name of the model requested instead. */
  readonly mapping: { readonly flag: string; readonly to: string };
}

/** Snapshot keys of the terms of a price, by which price changes are found. */
export interface PriceTerms {
  readonly input: string;
  readonly output: string;
  /** Price of a call; negative if the row is priced by tokens. */
  readonly call?: string;
  readonly group: string;
  /** Ratio of a single customer, which replaces the group's; negative if there is none. */
  readonly special?: string;
  /** Name of the group, in the row or in the snapshot. */
  readonly groupName: { readonly in: 'row' | 'snapshot'; readonly key: string };
  /** Keys of snapshots whose price has other terms. */
  readonly unless: readonly string[];
  /** Parts of request paths whose price differs by call, and the key of the path. */
  readonly path?: { readonly key: string; readonly unless: readonly string[] };
  /** Column of the request's duration, and its unit in milliseconds: the price is that of the start. */
  readonly duration: { readonly key: string; readonly ms: number };
}

/** Keys of token counts: `input` and `output` in the row, the others in the snapshot, where several keys are added. */
export interface TokenKeys {
  readonly convention: CacheConvention;
  readonly input: string;
  readonly output: string;
  readonly cacheRead?: readonly string[];
  /** Column of cache reads, if the gateway counts them in the row. */
  readonly cacheReadColumn?: string;
  /** Keys of total, parts by lifetime, and the one-hour part. The larger of total and sum of parts counts. */
  readonly cacheWrite?: {
    readonly total: string;
    readonly parts: readonly string[];
    readonly hour?: string;
  };
  readonly reasoning?: readonly string[];
  readonly media?: readonly string[];
}

/** Text of a system row that settles a task: its beginning, and the word before the amount. */
interface SettledText {
  readonly begins: string;
  readonly before: string;
  /** 1 if the customer paid more, -1 if the customer got money back. */
  readonly sign: 1 | -1;
}

/** Beginning of a text about a change of a balance; then the amount, or with `between` the old and new balance. */
type BalanceText = readonly [begins: string, between?: string];

/** Describes how a gateway writes its log: columns, row types, price snapshot and texts with money. */
export interface LogDialect {
  /** Columns that identify rows of this gateway; one match is enough. */
  readonly signatures: readonly Signature[];
  readonly fields: {
    /** Column with the row type as text, such as `status`; without it, `type` contains a number. */
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
    /** Charge in quota units; an amount of money in the row takes precedence. */
    readonly quota?: Field<'quota'>;
    /** Charge in money, for a gateway that logs money. */
    readonly money?: Field<'money'>;
    readonly upstreamRequestId?: Field<'id'>;
    readonly snapshot?: Field<'embedded'>;
  };
  readonly kinds: readonly RowKind[];
  /** Texts of system rows with money; the first match counts. */
  readonly settledTexts?: readonly SettledText[];
  readonly loweredTexts?: readonly BalanceText[];
  /** Deductions as actions in `other.op`: parameters with the amount, or with the balances before and after. */
  readonly loweredOps?: Readonly<Record<string, readonly string[]>>;
  /** Credit without a payment: by redemption code, as a gift or by an administrator; as texts, and as actions. */
  readonly grantedTexts?: readonly BalanceText[];
  readonly grantedOps?: Readonly<Record<string, readonly string[]>>;
  /** Words in texts about gifts, which settle nothing. */
  readonly giftWords?: readonly string[];
  /** Token name of the gateway's own channel tests. */
  readonly testTokenName?: string;
  readonly snapshotKeys?: SnapshotKeys;
  readonly priceTerms?: PriceTerms;
  /** Prefixes of models whose replies contain no request id, so that a downstream gateway cannot log it. */
  readonly untracedModels?: readonly string[];
  readonly tokens: TokenKeys;
  readonly price: PriceFormula;
}

/** Describes how a gateway writes its payments: columns, statuses, and how money and credit are read. */
export interface PaymentDialect {
  /** Columns that identify rows of this table; one match is enough. */
  readonly signatures: readonly Signature[];
  readonly fields: {
    readonly transactionId: Field<'id'>;
    readonly occurredAt: Field<'time'>;
    readonly userId: Field<'id'>;
    /** Payment processor, such as Stripe. */
    readonly provider: Field<'name'>;
    readonly amount: Field<'money'>;
    readonly currency: Field<'name'>;
    /** Currency paid. It is correct only in rows of the processor `of`. */
    readonly processorCurrency?: Field<'name'> & { readonly of: string };
    /** Wallet units bought. With the rule `byProvider`, 0 means a subscription. */
    readonly units?: Field<'money'>;
    readonly credit: Field<'money' | 'quota'>;
    readonly fee?: Field<'money'>;
    readonly discount?: Field<'money'>;
    /** Wallet units given in addition to those paid for. */
    readonly bonus?: Field<'money'>;
    /** Another order number, by which the processor may know the order. */
    readonly otherId?: Field<'id'>;
    /** Payment method, or the id that the gateway has for a processor. */
    readonly method?: Field<'name'>;
  };
  /** Plans bought with the balance of the wallet, for which no money came in. */
  readonly walletPlans?: {
    /** Value of `provider` in such rows. */
    readonly provider: string;
    /** Where the deducted quota is: in the text at key `at`, behind the words `after`. It is copied to key `into`. */
    readonly charged: { readonly at: string; readonly after: string; readonly into: string };
  };
  readonly statuses: readonly (readonly [string, 'settled' | 'pending' | 'failed'])[];
  readonly rule: PaymentRule;
}

/** Facts of a gateway about one capability; `manifest/manifest.ts` adds the rest. */
type CapabilityEntry = Pick<ConnectorCapability, 'support'> &
  Partial<Pick<ConnectorCapability, 'resourceIds' | 'notes'>>;

type ManifestSource = v.InferOutput<typeof sourceSchema>;

/** An endpoint of the gateway that a caller's own reader requests with GET. */
type GatewayResource = Omit<ManifestSource['resources'][number], 'method' | 'scope'>;

/** How the gateway paginates its lists. */
export interface Paging {
  /** Query key of the page number, and the number of the first page. */
  readonly index: string;
  readonly first: 0 | 1;
  /** Query key of the page size, under which some replies report it, and its maximum. */
  readonly size: { readonly key: string; readonly max: number };
  /** Key under which some replies report the number of rows in the list. */
  readonly total: string;
}

/** Data that a caller's own reader needs about the gateway's API. Only endpoints without side effects. */
interface ReaderApi {
  /** The header that names the user of the credential, where a version asks for one. */
  readonly userHeader?: string;
  readonly paging: Paging;
  readonly payments?: {
    /** Id of the list. */
    readonly resource: string;
    /** Message of versions without this list, and the sentence for the operator. */
    readonly absent?: { readonly says: string; readonly why: Sentence };
  };
}

/** A fork of a gateway, whose rows the gateway's connector reads. */
export interface Fork {
  readonly name: string;
  /** Repository of its source: `owner/name`. */
  readonly repository: string;
  /** Date of the source that was checked. */
  readonly verifiedAt: string;
  /** Columns that identify the fork; one row with one of them is enough. Absent if it cannot or need not be recognized. */
  readonly signatures?: readonly Signature[];
  readonly log?: Partial<LogDialect>;
  readonly requestIds?: Sentence;
  /** Header with the user id, if it differs. */
  readonly userHeader?: string;
  readonly limitations: readonly string[];
}

/**
 * Everything that the service knows about one gateway, as plain data: `JSON.parse(JSON.stringify(c))` deep-equals
 * `c`. Parser and manifest both interpret it, so the manifest never promises what the parser does not do.
 */
export interface Connector {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly maturity: (typeof MATURITIES)[number];
  /** Date of the gateway's source that was checked. */
  readonly verifiedAt: string;
  readonly inputFamily: string;
  /** Where to find the deployment's `quotaPerUnit`; absent if rows contain money. */
  readonly quotaPerUnitAt?: `GET ${string}` | Sentence;
  readonly source: Omit<ManifestSource, 'resources'> & { readonly resources: readonly GatewayResource[] };
  /** Absent if no public source describes the API. */
  readonly reading?: ReaderApi;
  /** Capabilities that are absent here are unavailable. */
  readonly capabilities: { readonly [id in ConnectorCapability['id']]?: CapabilityEntry };
  readonly log: LogDialect;
  readonly payments?: PaymentDialect;
  /** Which request ids it stores, and so how bills can be compared; for the operator. */
  readonly requestIds: Sentence;
  readonly limitations: readonly string[];
  /** If a log has identifying columns of several forks, the first counts. */
  readonly forks?: readonly Fork[];
}
