/** Descriptions in the OpenAPI document by component and field. An empty field name describes the component. */
export const descriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Text: { '': 'An empty text counts as absent.' },
  Name: { '': 'An id or a name. It is compared exactly: spaces and case matter.' },
  Timestamp: {
    '': 'ISO 8601 with an offset, such as `2026-03-10T10:00:00Z`, in the years 0001 to 9999 of UTC. A leap second counts as the second after it.',
  },
  Count: { '': 'A finite number of at least 0.' },
  Decimal: { '': 'An exact decimal: no exponent, no trailing zeros.' },
  Amount: {
    '': 'Money in the currency of the record: a finite JSON number of at least 0, or a plain decimal string (recommended, because it keeps every digit). At most 100 numbers in a request may be 1e64 or more, or nonzero and below 1e-45.',
  },
  Tokens: {
    '': 'Token counts by kind. `input` excludes cached tokens if they are counted separately.',
  },
  DownstreamRecord: {
    '': 'One row of the log: what a customer was charged for a request.',
    requestId: 'Id of the request. Log and bill match only if their ids are exactly equal.',
    occurredAt: 'Time at which the row was written, with an offset.',
    model: 'Model that was sold.',
    chargedAmount: 'Amount that the customer was charged.',
    refundAmount: 'Amount that was refunded to the customer; 0 if absent.',
    expectedCharge:
      'What the customer should have been charged at the prices of that time. The price is checked only if this field is given.',
    currency: 'ISO 4217 code; the report currency if absent.',
  },
  UpstreamRecord: {
    '': "One row of a provider's bill.",
    requestId:
      'The `requestId` in the log. Recommended, because a charge without it is compared only by totals.',
    upstreamId: "The provider's id of the bill row or request. Rows with the same id may be copies.",
    costAmount: 'Amount that the provider billed.',
    refundAmount: 'Amount that the provider refunded; 0 if absent.',
  },
  PaymentRecord: {
    '': 'One payment of a customer.',
    amount: 'Amount that was paid.',
    feeAmount: "The processor's fee.",
    creditedAmount: 'Credit from this payment that was not taken back from the wallet; unknown if absent.',
  },
  ReconciliationInput: {
    '': 'The log, the bill and the payments. A list that is left out is unknown; `[]` means that there was nothing.',
    currency: 'Report currency, `USD` if absent. Nothing is converted.',
    period: 'The period to reconcile. It includes `start` but not `end`; both may be absent.',
  },
  ConnectorPayload: {
    '': 'Responses of a gateway, unchanged except that prompts, model outputs and credentials are removed.',
    quotaPerUnit:
      "Quota per unit of currency: the gateway's own value, `data.quota_per_unit` of its status endpoint. Required if rows contain quota and no money.",
  },
  NormalizeMeta: {
    '': 'Counts of rows: `received` is the sum of all records and all skipped rows.',
  },
  Completeness: {
    '': 'Whether log, bill and payments were complete. A figure whose flag is false may be too small.',
    complete:
      'All other flags are true, except the advisory flags `pricing` and `tokens`, which may be false.',
    upstreamCharges: 'The bill was given; `[]` counts as given.',
    payments: 'The payments were given; `[]` counts as given.',
    requestMatching: 'Every included row of the bill has a request id or is a credit note.',
    currency: 'No row was left out because of its currency.',
    rows: 'All rows with amounts were read, and log and bill cover the same time (`summary.beyond`).',
    margin:
      'Revenue and cost are from the same requests: `requestMatching` is true, and no row of log or bill is pending or in another currency.',
    paymentCredits: 'Every included payment has a `creditedAmount`.',
    findings: 'No finding was left out of the list. Counts always include all findings.',
    pricing: 'Advisory: every charged row has an `expectedCharge`, so its price was checked.',
    tokens:
      'Advisory: both the log row and the bill row of every matched request have token counts. False without a bill or without matched requests.',
  },
  Summary: {
    '': 'Totals of log, bill and payments. They include everything, even if lists were cut.',
    answer:
      'The report in one or two sentences, in the requested language: the money lost or owed, or what is missing and what is already certain. `about` is the subject of the first sentence.',
    money: 'Total lost, total owed to customers, and total in doubt. No amount is counted twice.',
    excluded: 'Sums of the rows in currencies other than the report currency, by currency.',
    causes: 'Findings grouped by code, model and channel, largest amounts first.',
    cut: 'Lists that were shortened or left out to limit the size of the reply.',
  },
  Finding: {
    '': 'One problem that was found. Its id stays the same if the order of rows or the amount changes.',
    amount: 'Money at risk in the report currency, never negative. The code determines whose money it is.',
    details: 'Machine-readable evidence: exact decimal strings, and up to 20 ids of each kind.',
  },
  ErrorBody: {
    '': 'The error body of every refusal.',
  },
};
