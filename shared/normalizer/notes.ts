/** Sentences about the rows of a reply. Each appears once, with its count; there are fewer than `NOTES_MAX`. */
export const notes = {
  quotaRounded:
    'Amounts rounded to 12 decimals, half to even, because the division by quotaPerUnit does not terminate',
  digits:
    'Amounts sent as JSON numbers of more than 15 significant digits; the last digits may be lost, so send them as text',
  idFromRow:
    'Records named after their row id, because the gateway stores no request id; such ids match no upstream ledger',
  idFromContent:
    'Records named after their content, because the gateway stores no request id and the row ids do not identify rows; such ids match no upstream ledger',
  idRepeated:
    'Records whose rows differ from an earlier one only in their number, so their names are numbered; if pages of a user’s own list overlap, they count twice',
  channelTest:
    'Channel tests skipped; the provider bills them, so they have no partner in an upstream ledger',
  retriedAttempt: 'Failed attempts folded into their request',
  toolInCharge: 'Tool calls skipped, because the charge of their request contains them',
  hiddenRefunds:
    'System rows skipped; they may include refunds and settlements of tasks (new-api before 2026-02-22), which state the amount only in text and are not counted',
  checkIn: 'Daily check-ins skipped; they are credits, which their rows state only in text',
  manageQuota: 'Manage rows with a quota skipped; they change balances and are neither usage nor payments',
  unknown: 'Rows of an unknown type skipped; none has quota or money',
  errorQuota:
    'Error rows with a quota or an amount of money; the gateway does not charge failed requests, so their charge is 0',
  refundAlone: 'Refunds kept as separate records, because no charge or several match them',
  subscription:
    'Requests paid from a subscription; their quota counts as the charge, although the wallet was not debited',
  violationFee: 'Fees for violations of a provider’s policy, counted as successful requests without tokens',
  oneUnit:
    'Requests charged one quota unit off the recomputed price; rounding differed between versions, so expectedCharge is the charge',
  belowList:
    'Requests of Claude through chat completions charged less than their list price, because the gateway takes cached tokens off a prompt that does not contain them (Veloera)',
  noSnapshot: 'Requests without expectedCharge: the row carries no price snapshot',
  snapshotUnparsed:
    'Requests without expectedCharge: the price snapshot in their row is not JSON; export the log again',
  noPrices: 'Requests without expectedCharge: the gateway logs its ratios only as text with two decimals',
  statedMoney: 'Requests without expectedCharge: the row states money instead of quota',
  missingRatio:
    'Requests without expectedCharge: a ratio or count that the formula needs is missing, or not written as the gateway writes it',
  settled: 'Requests without expectedCharge: a settlement was added to the charge of their task',
  taskPrice: 'Requests without expectedCharge: the price of a task depends on more than its row says',
  tiersFailed:
    'Requests without expectedCharge: the tiered expression failed at the gateway, which charged what it had reserved',
  tiersAsk:
    'Requests without expectedCharge: the tiered expression asks something about the request that the row does not answer',
  tiersCount:
    'Requests without expectedCharge: the tiered expression prices tokens whose count is not in the row',
  tiersLanguage:
    'Requests without expectedCharge: the tiered expression uses syntax that is not supported here',
  imagePrice:
    'Requests without expectedCharge: priced by the image, but the number of images is not in the row',
  emptyReply:
    'Requests without expectedCharge: nothing was charged for a reply without output, which the deployment may have made free (done-hub: EmptyResponseBillingEnabled)',
  claudeSearch:
    'Requests without expectedCharge: older versions logged a web search but did not always charge it',
  saturated: 'Requests without expectedCharge: the gateway clamped the quota, so it is not the price',
  priceRange: 'Requests without expectedCharge: the recomputed price is not a possible quota',
  upstreamPerUnit:
    'Upstream log rows divided by the payload’s quotaPerUnit; if the upstream’s differs, add quota_per_unit to the rows',
  linked: 'Upstream rows joined to their request by upstream_request_id',
  linkedToTest: 'Upstream rows without requestId, because they belong to a channel test',
  linkFee:
    'Upstream rows without requestId: the only local row with their id is a violation fee, which may carry the id of another attempt',
  untraced:
    'Upstream rows of Midjourney and realtime sessions without requestId, because new-api stores no upstream id for them',
  linkUnknown:
    'Upstream rows whose id is in no log row: their channel returns no id, so they can match nothing',
  linkStale:
    'Failed upstream rows not joined: their id is on a request that succeeded in a later attempt and may have kept the id of an earlier one',
  linkAmbiguous: 'Upstream rows not joined: their id belongs to several local requests',
  dateAlone: 'Bills dated only by day: the start of that day in UTC is used',
  timeInUtc: 'Bills whose times name no zone: UTC is taken; add an offset if they are local',
  dateInChina: 'Bills dated only by day: the start of that day in China (UTC+8) is used',
  dateInPacific:
    'Bills dated only by day: the start of that day in Pacific time (America/Los_Angeles) is used',
  billApart: 'Rows of bills counted apart, because they are taxes, purchases or rounding',
  otherServices: 'Rows of bills counted apart, because they are of other services',
  paidByPlan: 'Rows of bills counted apart, because a subscription paid for them',
  billTotals: 'Rows of bills counted apart, because they add up the rows above them',
  billedElsewhere:
    'Rows of bills with an estimate of what another provider bills (BYOK), which is no cost here',
  billRestated: 'Rows of bills counted apart, because the same day came again with a higher sum',
  countedUsage:
    'Rows of usage reports: their tokens, which carry no money, are compared with those of the log',
  billEmpty: 'Rows of bills without an amount counted apart',
  noPayment: 'Movements of money counted apart, because customers did not pay them: payouts, transfers, fees',
  paymentElsewhere:
    'Refunds and chargebacks whose payment is not among the rows: counted as payments of the returned amount; read the reports of both days together',
  foreignPayment:
    'Payments in a local currency that their rows do not name: their credit counts, their amount is unknown; say the currency of payments (--payments-currency), or add `currency` to the rows',
  stripeCredit: 'Payments by stripe: the money of the row is the credit, not the captured amount',
  ownRate:
    'Payments without credit: the operator sells a unit of credit for more or less than one unit of money (currency_rate), so amount and credit cannot be compared',
  walletPlan: 'Plans bought with the balance of the wallet: no money came in, the wallet lost it',
  subscriptionPurchase: 'Purchases of subscriptions: they state no credit to the wallet',
  otherCurrencyCredit: 'Payments without credit and fee: paid in a currency other than the payload’s',
  creditPerUnit: 'Payments without credit: it is stated in quota, but quotaPerUnit is missing',
  paymentsJoined: 'Payments whose top-up and processor’s report were joined by their order number',
  noOrderNumber:
    'Payments of a processor’s report that names no order of the gateway, so nobody knows what was credited for them: export it with the column client_reference_id, or payment_metadata[trade_no]',
  channelByName: 'Requests whose channel id was looked up by the channel’s name',
} as const;
/** Name of a note. */
export type Note = keyof typeof notes;

/** Names of all notes, in the order of the table. */
export const NOTES = Object.keys(notes) as Note[];
