import type { Connector, Fork, LogDialect, PaymentDialect, RowKind } from '../connector.ts';
import { cacheConventions, codecs, kinds, paymentRules, priceFormulas, STATED_MONEY } from '../vocabulary.ts';
import { any, type Entry, fieldEntry, sentence } from './field-entry.ts';
import { knownBills } from './field-map-bills.ts';
import { addedByCallers, channelList, otherBills, upstreamRows } from './field-map-upstream.ts';

const CANONICAL: Partial<Record<keyof LogDialect['fields'], string>> = {
  requestId: 'downstreamUsage[].requestId',
  occurredAt: 'downstreamUsage[].occurredAt',
  userId: 'downstreamUsage[].userId',
  tokenId: 'downstreamUsage[].tokenId',
  model: 'downstreamUsage[].model',
  channelId: 'downstreamUsage[].channelId',
  quota: 'downstreamUsage[].chargedAmount | downstreamUsage[].refundAmount',
  money: 'downstreamUsage[].chargedAmount | downstreamUsage[].refundAmount',
  rowId: 'downstreamUsage[].requestId',
  channelName: 'downstreamUsage[].channelId',
  upstreamRequestId: 'upstreamCharges[].requestId',
};

const REASONS: Partial<Record<keyof LogDialect['fields'], string>> = {
  rowId: 'only where no request id is stored and the ids identify the rows: `<connector>:<row id>`',
  channelName: 'only where the row has no channel id and exactly one channel of `channels` has the name',
};

const logFields = ({ fields }: LogDialect): Entry[] =>
  (Object.keys(CANONICAL) as (keyof LogDialect['fields'])[]).flatMap((name) => {
    const field = fields[name];
    return field ? [fieldEntry(field, CANONICAL[name] ?? '', REASONS[name])] : [];
  });

const rowKinds = ({ kinds: rows, testTokenName, fields }: LogDialect): Entry[] => [
  ...rows.map(({ type, kind, blank }: RowKind) => ({
    source: `${any(fields.type?.at ?? ['type'])} = ${type}${blank ? ` without ${any(blank)}` : ''}`,
    canonical: 'downstreamUsage[].status',
    notes: kinds[kind],
  })),
  ...(testTokenName === undefined
    ? []
    : [
        {
          source: `${any(fields.tokenName?.at ?? [])} = ${testTokenName} without token id`,
          canonical: 'downstreamUsage[].status',
          notes: kinds.channelTest,
        },
      ]),
];

/** What the keys of a price snapshot say besides prices. */
const snapshotMarks = ({ snapshotKeys: keys, fields }: LogDialect): Entry[] => {
  if (keys === undefined) return [];
  const entry = (key: string, field: string, notes: string): Entry => ({
    source: `${fields.snapshot?.at[0] ?? ''}.${key}`,
    canonical: `downstreamUsage[].${field}`,
    notes,
  });
  return [
    entry(keys.taskId, 'requestId', '`task:<id>` of a settlement, `task:<id>:refund` of a refund of its own'),
    entry(keys.isTask, 'refundAmount', 'a refund may be joined to such a charge'),
    entry(keys.ratio, 'refundAmount', 'a refund may be joined to a charge without it, too'),
    entry(
      keys.partOf,
      'chargedAmount',
      'of a settlement or a partial refund: the quota of the charge that it is joined to',
    ),
    entry(
      keys.violation,
      'status',
      'a fee: success, counted in a note, joined to no refund, and linked upstream only to a fee unless another row of its request links, too',
    ),
    entry(
      keys.source.key,
      'chargedAmount',
      `\`${keys.source.subscription}\`: the quota stays the charge, counted in a note, although no wallet paid it`,
    ),
    {
      ...entry(keys.session, '', 'a realtime session: an upstream row of one gets no request id'),
      canonical: 'upstreamCharges[].requestId',
    },
    {
      ...entry(
        `${keys.attempts.within}.${keys.attempts.key}`,
        '',
        'of several attempts: a failed upstream row is not joined',
      ),
      canonical: 'upstreamCharges[].requestId',
    },
  ];
};

const tokenCounts = ({ tokens, fields }: LogDialect): Entry[] => {
  const within = (keys: readonly string[]): string =>
    any(keys.map((key) => `${fields.snapshot?.at[0] ?? ''}.${key}`));
  const entries: Entry[] = [
    {
      source: tokens.input,
      canonical: 'downstreamUsage[].tokens.input',
      notes: cacheConventions[tokens.convention],
    },
    { source: tokens.output, canonical: 'downstreamUsage[].tokens.output' },
  ];
  const { cacheRead, cacheWrite, reasoning, media } = tokens;
  if (cacheRead) entries.push({ source: within(cacheRead), canonical: 'downstreamUsage[].tokens.cacheRead' });
  if (cacheWrite)
    entries.push({
      source: within([cacheWrite.total, ...cacheWrite.parts]),
      canonical: 'downstreamUsage[].tokens.cacheWrite',
      notes: 'the larger of the total and the sum of its parts',
    });
  if (reasoning)
    entries.push({
      source: within(reasoning),
      canonical: 'downstreamUsage[].tokens.reasoning',
      notes: 'part of output',
    });
  if (media)
    entries.push({
      source: within(media),
      canonical: 'downstreamUsage[].tokens.media',
      notes: 'their sum; part of input or output',
    });
  return entries;
};

/** `0 is a subscription` where the gateway logs no currency; elsewhere a count of units is no price. */
const UNITS: Readonly<Record<PaymentDialect['rule'], string>> = {
  byProvider: '0 is a subscription: no credit',
  byCurrency: 'no credit where a unit of it cost more or less than one unit of money, fee and discount apart',
};

const paymentFields = ({ fields, statuses, rule }: PaymentDialect): Entry[] => [
  fieldEntry(fields.transactionId, 'payments[].transactionId'),
  fieldEntry(fields.occurredAt, 'payments[].occurredAt'),
  fieldEntry(fields.userId, 'payments[].userId'),
  fieldEntry(fields.provider, 'payments[].provider'),
  fieldEntry(fields.amount, 'payments[].amount'),
  fieldEntry(fields.currency, 'payments[].currency'),
  ...(fields.processorCurrency ? [fieldEntry(fields.processorCurrency, 'payments[].currency')] : []),
  fieldEntry(fields.credit, 'payments[].creditedAmount', paymentRules[rule]),
  ...(fields.units ? [fieldEntry(fields.units, 'payments[].creditedAmount', UNITS[rule])] : []),
  ...(fields.discount
    ? [fieldEntry(fields.discount, 'payments[].creditedAmount', 'explains a lower price')]
    : []),
  ...(fields.fee ? [fieldEntry(fields.fee, 'payments[].feeAmount')] : []),
  ...statuses.map(([native, canonical]) => ({
    source: `status = ${native}`,
    canonical: 'payments[].status',
    notes: canonical,
  })),
];

const usageFields = (log: LogDialect): Entry[] => [
  ...logFields(log),
  ...(log.fields.money === undefined
    ? [
        {
          source: any(STATED_MONEY),
          canonical: 'downstreamUsage[].chargedAmount',
          notes: `${codecs.money}; stands before quota, and expectedCharge is left out`,
        },
      ]
    : []),
  { source: 'currency', canonical: 'downstreamUsage[].currency', notes: 'of a row with stated money' },
  ...rowKinds(log),
  {
    source: log.fields.snapshot ? any(log.fields.snapshot.at) : 'none',
    canonical: 'downstreamUsage[].expectedCharge',
    notes: priceFormulas[log.price],
  },
  ...snapshotMarks(log),
  ...tokenCounts(log),
];

/** What the rows of a fork say otherwise, under its name. */
function forkFields({ name, log }: Fork, own: LogDialect): Entry[] {
  const known = new Set(usageFields(own).map((entry) => JSON.stringify(entry)));
  return usageFields({ ...own, ...log })
    .filter((entry) => !known.has(JSON.stringify(entry)))
    .map((entry) => ({ ...entry, notes: `${name}: ${sentence(entry.notes)}` }));
}

/** The manifest's field map: what the parser does with each native field, from the data it interprets. */
export function fieldMapOf({ log, payments, forks = [] }: Connector): Entry[] {
  return [
    ...usageFields(log),
    ...forks.flatMap((fork) => forkFields(fork, log)),
    ...channelList,
    ...upstreamRows(log),
    ...otherBills,
    ...knownBills(),
    ...addedByCallers,
    ...(payments ? paymentFields(payments) : []),
  ];
}
