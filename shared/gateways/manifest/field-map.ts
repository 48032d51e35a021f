import type { Connector, Fork, LogDialect, PaymentDialect } from '../connector.ts';
import {
  cacheConventions,
  codecs,
  EXPLICIT_MONEY,
  kinds,
  paymentRules,
  priceFormulas,
} from '../vocabulary.ts';
import { buildEntry, buildFieldEntries, type FieldMapEntry } from './field-entry.ts';
import { listUpstreamFields } from './field-map-upstream.ts';

const REQUEST_ID = 'downstreamUsage[].requestId';
const CHARGE = 'downstreamUsage[].chargedAmount';
const REFUND = 'downstreamUsage[].refundAmount';
/** Request id of an upstream charge. */
const LINK = 'upstreamCharges[].requestId';

const logFields = ({ fields }: LogDialect): FieldMapEntry[] =>
  buildFieldEntries([
    [fields.requestId, REQUEST_ID],
    [fields.occurredAt, 'downstreamUsage[].occurredAt'],
    [fields.userId, 'downstreamUsage[].userId'],
    [fields.tokenId, 'downstreamUsage[].tokenId'],
    [fields.model, 'downstreamUsage[].model'],
    [fields.channelId, 'downstreamUsage[].channelId'],
    [fields.quota, `${CHARGE} | ${REFUND}`],
    [fields.money, `${CHARGE} | ${REFUND}`],
    [
      fields.rowId,
      REQUEST_ID,
      'only if no request id is stored and row ids are unique: `<connector>:<row id>`',
    ],
    [
      fields.channelName,
      'downstreamUsage[].channelId',
      'only if the row has no channel id and exactly one channel of `channels` has this name',
    ],
    [fields.upstreamRequestId, LINK],
  ]);

const rowKinds = ({ kinds: rows, testTokenName, fields }: LogDialect): FieldMapEntry[] => {
  const status = (source: string, kind: keyof typeof kinds) =>
    buildEntry(source, 'downstreamUsage[].status', kinds[kind]);
  return [
    ...rows.map(({ type, kind, blank }) =>
      status(
        `${(fields.type?.at ?? ['type']).join(' | ')} = ${type}${blank ? ` without ${blank.join(' | ')}` : ''}`,
        kind,
      ),
    ),
    ...(testTokenName === undefined
      ? []
      : [status(`${fields.tokenName?.at.join(' | ')} = ${testTokenName} without token id`, 'channelTest')]),
  ];
};

const snapshotKeyFields = ({ snapshotKeys: keys, fields }: LogDialect): FieldMapEntry[] => {
  if (keys === undefined) return [];
  const { source, attempts } = keys;
  const marks: (readonly [key: string, canonical: string, notes: string])[] = [
    [
      keys.taskId,
      REQUEST_ID,
      'joins refunds and settlements to the charge with this id, if there is exactly one. Otherwise, a settlement gets the id `task:<id>` and a refund `task:<id>:refund`',
    ],
    ...keys.adjustment.map(
      (key) => [key, REQUEST_ID, 'present only on refunds and settlements of a task'] as const,
    ),
    [keys.isTask, REFUND, 'marks the charge of a task, which a later row may refund or settle'],
    [keys.ratio, REFUND, 'a charge without this value may also be refunded later'],
    [keys.partOf, CHARGE, 'for a settlement or partial refund: the quota of the charge that it adjusts'],
    [
      keys.violation,
      'downstreamUsage[].status',
      'marks a fee for violating a provider’s policy: a successful request that is never refunded. A note counts such rows. The fee is matched to the bill only if no other row with its request id matches',
    ],
    [
      source.key,
      CHARGE,
      `\`${source.subscription}\`: the quota counts as the charge although the wallet was not debited; a note counts such rows`,
    ],
    [keys.session, LINK, 'marks a realtime session, whose bill rows cannot be given a request id'],
    [
      `${attempts.within}.${attempts.key}`,
      LINK,
      'if there was more than one attempt, a failed bill row is not matched',
    ],
  ];
  return marks.map(([key, ...said]) => buildEntry(`${fields.snapshot?.at[0]}.${key}`, ...said));
};

const tokenCounts = ({ tokens, fields }: LogDialect): FieldMapEntry[] => {
  const { cacheRead, cacheWrite, reasoning, media } = tokens;
  const within = (keys: readonly string[] = [], kind: string, notes?: string): FieldMapEntry[] => {
    const paths = keys.map((key) => `${fields.snapshot?.at[0]}.${key}`);
    return paths.length > 0 ? [buildEntry(paths, `downstreamUsage[].tokens.${kind}`, notes)] : [];
  };
  return [
    buildEntry(tokens.input, 'downstreamUsage[].tokens.input', cacheConventions[tokens.convention]),
    buildEntry(tokens.output, 'downstreamUsage[].tokens.output'),
    ...within(cacheRead, 'cacheRead'),
    ...within(
      cacheWrite && [cacheWrite.total, ...cacheWrite.parts],
      'cacheWrite',
      'the total or the sum of its parts, whichever is larger',
    ),
    ...within(reasoning, 'reasoning', 'part of output'),
    ...within(media, 'media', 'the sum of these counts, which are part of input or output'),
  ];
};

/** Notes about the number of wallet units, by payment rule. */
const UNITS: Readonly<Record<PaymentDialect['rule'], string>> = {
  byProvider: '0 means a subscription, whose credit is unknown',
  byCurrency: 'the credit is left out if a unit of credit was sold for more than 1 in the payment currency',
};

/** Notes about the currency of rows that contain none, by payment rule. */
const WITHOUT_CURRENCY: Partial<typeof UNITS> = {
  byProvider: 'if absent: the currency of the request for Stripe and Creem, otherwise XXX',
};

const paymentFields = ({ fields, statuses, rule }: PaymentDialect): FieldMapEntry[] => [
  ...buildFieldEntries([
    [fields.transactionId, 'payments[].transactionId'],
    [fields.occurredAt, 'payments[].occurredAt'],
    [fields.userId, 'payments[].userId'],
    [fields.provider, 'payments[].provider'],
    [fields.amount, 'payments[].amount'],
    [fields.currency, 'payments[].currency', WITHOUT_CURRENCY[rule]],
    [fields.processorCurrency, 'payments[].currency'],
    [fields.credit, 'payments[].creditedAmount', paymentRules[rule]],
    [fields.units, 'payments[].creditedAmount', UNITS[rule]],
    [fields.discount, 'payments[].creditedAmount', 'a discount, which explains a lower price'],
    [fields.fee, 'payments[].feeAmount'],
  ]),
  ...statuses.map(([native, canonical]) => buildEntry(`status = ${native}`, 'payments[].status', canonical)),
];

const usageFields = (log: LogDialect): FieldMapEntry[] => [
  ...logFields(log),
  ...(log.fields.money === undefined
    ? [
        buildEntry(
          EXPLICIT_MONEY,
          CHARGE,
          `${codecs.money}; takes precedence over quota, and expectedCharge is left out`,
        ),
      ]
    : []),
  buildEntry('currency', 'downstreamUsage[].currency', 'only for rows with an amount of money'),
  ...rowKinds(log),
  buildEntry(log.fields.snapshot?.at ?? 'none', 'downstreamUsage[].expectedCharge', priceFormulas[log.price]),
  ...snapshotKeyFields(log),
  ...tokenCounts(log),
];

/** Lists fields that a fork reads differently, with its name. */
function forkFields({ name, log }: Fork, own: LogDialect): FieldMapEntry[] {
  const known = new Set(usageFields(own).map((entry) => JSON.stringify(entry)));
  return usageFields({ ...own, ...log })
    .filter((entry) => !known.has(JSON.stringify(entry)))
    .map((entry) => ({ ...entry, notes: `${name}: ${entry.notes ?? ''}` }));
}

/** Builds the field map of a gateway's manifest: how each native field is read. Uses the same data as the parser. */
export const buildFieldMap = ({ log, payments, forks = [] }: Connector): FieldMapEntry[] => [
  ...usageFields(log),
  ...forks.flatMap((fork) => forkFields(fork, log)),
  ...listUpstreamFields(log),
  ...(payments ? paymentFields(payments) : []),
];
