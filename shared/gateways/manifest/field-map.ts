import type { Connector, Fork, LogDialect, PaymentDialect } from '../connector.ts';
import { cacheConventions, codecs, kinds, paymentRules, priceFormulas, STATED_MONEY } from '../vocabulary.ts';
import { any, type Entry, entriesOf, entry, fieldEntry, sentence } from './field-entry.ts';
import { addedByCallers, channelList, knownBills, otherBills, upstreamRows } from './field-map-upstream.ts';

const logFields = ({ fields }: LogDialect): Entry[] =>
  entriesOf(
    [
      [fields.requestId, 'downstreamUsage[].requestId'],
      [fields.occurredAt, 'downstreamUsage[].occurredAt'],
      [fields.userId, 'downstreamUsage[].userId'],
      [fields.tokenId, 'downstreamUsage[].tokenId'],
      [fields.model, 'downstreamUsage[].model'],
      [fields.channelId, 'downstreamUsage[].channelId'],
      [fields.quota, 'downstreamUsage[].chargedAmount | downstreamUsage[].refundAmount'],
      [fields.money, 'downstreamUsage[].chargedAmount | downstreamUsage[].refundAmount'],
      [
        fields.rowId,
        'downstreamUsage[].requestId',
        'only where no request id is stored and the ids identify the rows: `<connector>:<row id>`',
      ],
      [
        fields.channelName,
        'downstreamUsage[].channelId',
        'only where the row has no channel id and exactly one channel of `channels` has the name',
      ],
      [fields.upstreamRequestId, 'upstreamCharges[].requestId'],
    ],
    fieldEntry,
  );

const rowKinds = ({ kinds: rows, testTokenName, fields }: LogDialect): Entry[] => {
  const status = (source: string, kind: keyof typeof kinds) =>
    entry(source, 'downstreamUsage[].status', kinds[kind]);
  return [
    ...rows.map(({ type, kind, blank }) =>
      status(`${any(fields.type?.at ?? ['type'])} = ${type}${blank ? ` without ${any(blank)}` : ''}`, kind),
    ),
    ...(testTokenName === undefined
      ? []
      : [status(`${any(fields.tokenName?.at ?? [])} = ${testTokenName} without token id`, 'channelTest')]),
  ];
};

/** What the keys of a price snapshot say besides prices. */
const snapshotMarks = ({ snapshotKeys: keys, fields }: LogDialect): Entry[] => {
  if (keys === undefined) return [];
  const { source, attempts } = keys;
  const marks: [key: string, canonical: string, notes: string][] = [
    [
      keys.taskId,
      'downstreamUsage[].requestId',
      'joins refunds and settlements to the only charge with this id; without one, `task:<id>` names a settlement and `task:<id>:refund` a refund',
    ],
    ...keys.adjustment.map((key): [key: string, canonical: string, notes: string] => [
      key,
      'downstreamUsage[].requestId',
      'only refunds and settlements of a task have it',
    ]),
    [keys.isTask, 'downstreamUsage[].refundAmount', 'a refund may be joined to such a charge'],
    [keys.ratio, 'downstreamUsage[].refundAmount', 'a refund may be joined to a charge without it, too'],
    [
      keys.partOf,
      'downstreamUsage[].chargedAmount',
      'of a settlement or a partial refund: the quota of the charge that it is joined to',
    ],
    [
      keys.violation,
      'downstreamUsage[].status',
      'a fee: success, counted in a note, joined to no refund, and linked upstream only to a fee unless another row of its request links, too',
    ],
    [
      source.key,
      'downstreamUsage[].chargedAmount',
      `\`${source.subscription}\`: the quota stays the charge, counted in a note, although no wallet paid it`,
    ],
    [
      keys.session,
      'upstreamCharges[].requestId',
      'a realtime session: an upstream row of one gets no request id',
    ],
    [
      `${attempts.within}.${attempts.key}`,
      'upstreamCharges[].requestId',
      'of several attempts: a failed upstream row is not joined',
    ],
  ];
  return marks.map(([key, ...said]) => entry(`${fields.snapshot?.at[0]}.${key}`, ...said));
};

const tokenCounts = ({ tokens, fields }: LogDialect): Entry[] => {
  const { cacheRead, cacheWrite, reasoning, media } = tokens;
  const within = (keys: readonly string[] | undefined, kind: string, notes?: string): Entry[] =>
    keys
      ? [
          entry(
            any(keys.map((key) => `${fields.snapshot?.at[0]}.${key}`)),
            `downstreamUsage[].tokens.${kind}`,
            notes,
          ),
        ]
      : [];
  return [
    entry(tokens.input, 'downstreamUsage[].tokens.input', cacheConventions[tokens.convention]),
    entry(tokens.output, 'downstreamUsage[].tokens.output'),
    ...within(cacheRead, 'cacheRead'),
    ...within(
      cacheWrite && [cacheWrite.total, ...cacheWrite.parts],
      'cacheWrite',
      'the larger of the total and the sum of its parts',
    ),
    ...within(reasoning, 'reasoning', 'part of output'),
    ...within(media, 'media', 'their sum; part of input or output'),
  ];
};

/** `0 is a subscription` where the gateway logs no currency; elsewhere a count of units is no price. */
const UNITS: Readonly<Record<PaymentDialect['rule'], string>> = {
  byProvider: '0 is a subscription: no credit',
  byCurrency: 'no credit where a unit of it cost more or less than one unit of money, fee and discount apart',
};

const paymentFields = ({ fields, statuses, rule }: PaymentDialect): Entry[] => [
  ...entriesOf(
    [
      [fields.transactionId, 'payments[].transactionId'],
      [fields.occurredAt, 'payments[].occurredAt'],
      [fields.userId, 'payments[].userId'],
      [fields.provider, 'payments[].provider'],
      [fields.amount, 'payments[].amount'],
      [fields.currency, 'payments[].currency'],
      [fields.processorCurrency, 'payments[].currency'],
      [fields.credit, 'payments[].creditedAmount', paymentRules[rule]],
      [fields.units, 'payments[].creditedAmount', UNITS[rule]],
      [fields.discount, 'payments[].creditedAmount', 'explains a lower price'],
      [fields.fee, 'payments[].feeAmount'],
    ],
    fieldEntry,
  ),
  ...statuses.map(([native, canonical]) => entry(`status = ${native}`, 'payments[].status', canonical)),
];

const usageFields = (log: LogDialect): Entry[] => [
  ...logFields(log),
  ...(log.fields.money === undefined
    ? [
        entry(
          any(STATED_MONEY),
          'downstreamUsage[].chargedAmount',
          `${codecs.money}; stands before quota, and expectedCharge is left out`,
        ),
      ]
    : []),
  entry('currency', 'downstreamUsage[].currency', 'of a row with stated money'),
  ...rowKinds(log),
  entry(
    any(log.fields.snapshot?.at ?? ['none']),
    'downstreamUsage[].expectedCharge',
    priceFormulas[log.price],
  ),
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
export const fieldMapOf = ({ log, payments, forks = [] }: Connector): Entry[] => [
  ...usageFields(log),
  ...forks.flatMap((fork) => forkFields(fork, log)),
  channelList,
  ...upstreamRows(log),
  ...otherBills,
  knownBills,
  addedByCallers,
  ...(payments ? paymentFields(payments) : []),
];
