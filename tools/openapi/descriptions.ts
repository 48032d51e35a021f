/** Descriptions in the OpenAPI document by component and field. An empty field name describes the component. */
export const descriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Text: { '': 'An empty text counts as absent.' },
  Name: { '': 'An id or a name, compared exactly, without trimming or folding.' },
  Timestamp: {
    '': 'ISO 8601 with an offset, such as `2026-03-10T10:00:00Z`, in the years 0001 to 9999 of UTC. A leap second counts as the second after it.',
  },
  Count: { '': 'A finite number of at least 0.' },
  Decimal: { '': 'An exact decimal: no exponent, no trailing zeros.' },
  Amount: {
    '': 'Money in the record currency: a finite JSON number of at least 0, or a plain decimal string (recommended, because it keeps every digit). At most 100 numbers in a request may be nonzero and below 1e-45, or 1e64 and above.',
  },
  Tokens: {
    '': 'Token counts by category. `input` excludes cached tokens if the ledger counts them separately.',
  },
  DownstreamRecord: {
    '': 'One row of what customers were charged.',
    requestId: 'Stable identifier of the request; ledgers match only if it is exactly equal.',
    occurredAt: 'When the row was written, with an offset.',
    model: 'Model as sold.',
    chargedAmount: 'What the customer was charged.',
    refundAmount: 'What was returned to the customer; 0 if absent.',
    expectedCharge: 'What the price snapshot of that time asks for. Prices are checked only if it is given.',
    currency: 'ISO 4217 code; the report currency if absent.',
  },
  UpstreamRecord: {
    '': 'One row of what providers billed.',
    requestId: 'The downstream requestId of this charge; recommended, because nothing else can match it.',
    upstreamId: "The provider's own id of the bill line or request; rows that share it may be copies.",
    costAmount: 'What the provider billed.',
    refundAmount: 'What the provider returned; 0 if absent.',
  },
  PaymentRecord: {
    '': 'One payment of a customer.',
    amount: 'What was captured.',
    feeAmount: "The processor's fee.",
    creditedAmount: 'Credit in the wallet now from this payment; unknown if absent.',
  },
  ReconciliationInput: {
    '': 'The three ledgers. An omitted ledger is unknown; `[]` is complete and empty.',
    currency: 'Report currency, `USD` if absent. Nothing is converted.',
    period: 'Half-open settlement period `[start, end)`; either bound may be absent.',
  },
  ConnectorPayload: {
    '': "A gateway's own replies, unchanged except that prompts, replies and credentials are stripped.",
    quotaPerUnit:
      "Quota per unit of currency: the gateway's own value, `data.quota_per_unit` of its status endpoint. Required if rows hold quota and no money.",
  },
  NormalizeMeta: {
    '': 'Where every native row went: `received` = records + all skips.',
  },
  Completeness: {
    '': 'Whether the books were complete. A figure whose flag is false may be too small.',
    complete: 'All other flags are true. Only the advisory `pricing` and `tokens` may be false.',
    upstreamCharges: 'The bill was given; `[]` counts as given.',
    payments: 'Payments were given; `[]` counts as given.',
    requestMatching: 'Every included row of the bill has a request id or is a credit note.',
    currency: 'No row was left out because of its currency.',
    rows: 'All rows with money were read, and log and bill cover the same time (`summary.beyond`).',
    margin:
      'Revenue and cost are of the same requests: `requestMatching` is true, and no row of log or bill is pending or in another currency.',
    paymentCredits: 'Every included payment has a `creditedAmount`.',
    findings: 'No finding was left out of the list. Counts always include all findings.',
    pricing: 'Advisory: every charged row has an `expectedCharge`, so its price was checked.',
    tokens:
      'Advisory: both rows of every matched request have tokens. False without a bill, and if no request of log and bill matches.',
  },
  Summary: {
    '': 'What the ledgers come to. Counts and sums cover everything, whatever lists were cut.',
    answer:
      'The report in a sentence or two, in the language asked for: what is missing first, what is known without it, then money. `about` says what comes first.',
    money: 'What is lost in all, owed to customers, and in doubt. No cent is in it twice.',
    excluded: 'Sums of rows in other currencies than the report, by currency.',
    causes: 'Findings of one code, model and channel, most money first.',
    cut: 'Lists that were shortened or left out to fit.',
  },
  Finding: {
    '': 'One deviation. Its id is stable across runs, orders and amounts.',
    amount: 'Magnitude of the money at risk, in the report currency; the code fixes its direction.',
    details: 'Evidence for programs: exact decimal strings, and up to 20 ids of each kind.',
  },
  ErrorBody: {
    '': 'The error body of every refusal.',
  },
};
