const unpriced = (reason: string) => `Requests whose price could not be checked. ${reason}`;
const unmatched = (reason: string) => `Bill rows that were not matched. ${reason}`;
const dateOnly = (zone: string) =>
  `Bill rows with only a date. They count at the start of that day in ${zone}`;

/** Sentences about the rows of a reply. Each appears once, with its count; there are fewer than `NOTES_MAX`. */
export const notes = {
  quotaRounded: 'Amounts rounded to 12 decimals. Quota divided by quotaPerUnit has more decimals',
  digits:
    'Amounts sent as JSON numbers of more than 15 digits. The last digits may be lost: send amounts as text',
  idFromRow:
    'Requests whose id was built from their row id. The gateway stores no request id, so they cannot be matched to a bill',
  idFromContent:
    'Requests whose id was built from their content. The gateway stores no request id and its row ids repeat, so they cannot be matched to a bill',
  idRepeated:
    "Rows identical to an earlier row except for the row id, counted as separate requests. If pages of a user's own list overlap, export the list again, because these rows count twice",
  channelTest:
    'Channel tests, skipped. The provider bills them, so the bill has charges that match no request',
  retriedAttempt: 'Failed attempts merged into their request',
  toolInCharge: 'Tool calls, skipped. The charge of their request includes them',
  hiddenRefunds:
    'System rows, skipped. Old versions of gateways (new-api before 2026-02-22) also write refunds and settlements of tasks as such rows, with amounts only in the text, which are not counted',
  checkIn: 'Daily check-ins, skipped. They are credits whose amounts are only in the text',
  manageQuota:
    'Management rows with a quota, skipped. They change balances and are neither usage nor payments',
  grantedCredit:
    'Credits from redemption codes, gifts and administrators. They are not compared with payments',
  unknown: 'Rows of unknown types, skipped. None has a quota or an amount',
  errorQuota:
    'Error rows with a quota or an amount, counted with a charge of 0. The gateway does not charge for failed requests',
  refundAlone: 'Refunds counted as separate rows. No charge or more than one charge matches them',
  subscription:
    'Requests paid from a subscription. Their quota counts as the charge, although the wallet was not debited',
  violationFee: "Fees for violating a provider's policy. They count as successful requests without tokens",
  oneUnit:
    'Requests charged one quota unit more or less than the recomputed price. Versions of the gateway round differently, so the charge counts as correct',
  belowList:
    'Claude requests via chat completions that were charged too little. The gateway subtracted cached tokens from a prompt that does not include them (Veloera)',
  noSnapshot: unpriced('The row has no ratios or prices'),
  snapshotUnparsed: unpriced('The ratios or prices in the row are not JSON: export the log again'),
  noPrices: unpriced('The gateway logs its ratios only as text with two decimals'),
  statedMoney: unpriced('The row has an amount of money instead of quota'),
  missingRatio: unpriced('A ratio or count is missing or has an unexpected format'),
  settled: unpriced('A settlement was added to the charge of the task'),
  taskPrice: unpriced('The price of a task depends on details that are not in the row'),
  tiersFailed: unpriced(
    'The tiered price expression failed at the gateway, which charged the reserved amount',
  ),
  tiersAsk: unpriced('The tiered price expression depends on details of the request that are not in the row'),
  tiersCount: unpriced('The tiered price expression uses tokens whose count is not in the row'),
  tiersLanguage: unpriced('The tiered price expression has syntax that is not supported here'),
  imagePrice: unpriced('The price is per image, but the number of images is not in the row'),
  emptyReply: unpriced(
    'The reply had no output and nothing was charged. Your gateway may be set not to charge for such replies (done-hub: EmptyResponseBillingEnabled)',
  ),
  claudeSearch: unpriced('Older versions logged web searches but did not always charge for them'),
  saturated: unpriced('The gateway limited the quota to its maximum'),
  priceRange: unpriced('The recomputed price is outside the range of a quota'),
  upstreamPerUnit:
    "Rows of the upstream's log converted with your quotaPerUnit. If the upstream uses another value, add quota_per_unit to its rows",
  linked: 'Bill rows matched to their request by upstream_request_id',
  linkedToTest: unmatched('They belong to a channel test'),
  linkFee: unmatched(
    'The only log row with their id is a violation fee, which may have the id of another attempt',
  ),
  untraced:
    'Bill rows of Midjourney and realtime sessions that were not matched. new-api stores no upstream id for them',
  linkUnknown: 'Bill rows whose id is in no log row. Their channel returns no id, so they cannot be matched',
  linkStale:
    'Bill rows of failed attempts that were not matched. The request with this id succeeded on a retry, so they may belong to an earlier attempt',
  linkAmbiguous: unmatched('Their id belongs to several requests'),
  dateAlone: dateOnly('UTC'),
  timeInUtc: 'Bill rows without a time zone, read as UTC. If the times are local, add an offset',
  dateInChina: dateOnly('China (UTC+8)'),
  dateInPacific: dateOnly('Pacific time (America/Los_Angeles)'),
  billApart: 'Taxes, purchases and rounding in the bill, not counted as the cost of requests',
  otherServices: 'Bill rows of other services, not counted as the cost of requests',
  paidByPlan: 'Bill rows covered by a subscription, not counted as the cost of requests',
  billTotals: 'Totals and subtotals in the bill, not counted again',
  billedElsewhere:
    'Bill rows with an estimate of what another provider charges (BYOK). The estimate is not counted as a cost',
  billRestated: 'Bill rows replaced by a later row of the same day with a higher sum, not counted again',
  countedUsage:
    'Rows of usage reports. They contain no amounts, so only their tokens are compared with the log',
  billEmpty: 'Bill rows without an amount, left out',
  noPayment:
    'Rows that are no payments of customers, such as payouts, transfers, fees and unpaid orders, left out',
  paymentElsewhere:
    'Refunds and chargebacks whose payment is missing, counted as if the refunded amount had been paid. Add the report that contains the payment',
  foreignPayment:
    'Payments in a local currency that their rows do not name. Their credit counts, but the amount paid is unknown: set the currency of payments (--payments-currency), or add `currency` to the rows',
  stripeCredit: 'Stripe payments. The amount in the row is the credit, not the amount paid',
  ownRate:
    'Payments without a credit. You sell a unit of credit for more or less than 1 in the payment currency (currency_rate), so amount and credit cannot be compared',
  walletPlan: 'Plans bought with wallet balance. No money came in; the amount was taken from the wallet',
  subscriptionPurchase: 'Subscription purchases. Their rows do not show how much wallet credit was granted',
  otherCurrencyCredit:
    'Payments in a currency other than that of the report. Their credit and fee are unknown',
  creditPerUnit: 'Payments without a credit. The credit is in quota, but quotaPerUnit is missing',
  paymentsJoined: "Top-ups joined with the payment provider's report by their order number",
  noOrderNumber:
    "Payments without an order number in the payment provider's report. Their credit is unknown: export the report with the column client_reference_id or payment_metadata[trade_no]",
  channelByName: 'Requests whose channel id was found by the name of the channel',
} as const;
/** Name of a note. */
export type Note = keyof typeof notes;

/** Names of all notes, in the order of the table. */
export const NOTES = Object.keys(notes) as Note[];
