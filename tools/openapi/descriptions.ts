/** What the fields of the contract mean, for readers of the document: component -> field -> sentence. */
export const descriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Text: { '': 'An empty text counts as absent.' },
  Name: { '': 'An id or a name; it is compared as it stands, without trimming or folding.' },
  Timestamp: { '': 'ISO 8601 with an offset, such as `2026-03-10T10:00:00Z`.' },
  Count: { '': 'A finite number of at least 0.' },
  Decimal: { '': 'An exact decimal: no exponent, no trailing zeros.' },
  Amount: {
    '': 'Money in the record currency: a finite JSON number of at least 0, or a plain decimal string (recommended, because it carries every digit). At most 100 numbers of a request may be below 1e-45 (0 apart) or 1e64 and more.',
  },
  Tokens: {
    '': 'Token counts by category. `input` holds no cached tokens where the ledger tells them apart.',
  },
  DownstreamRecord: {
    '': 'One row of what customers were charged.',
    requestId: 'Stable identifier of the request; ledgers match by its exact equality.',
    occurredAt: 'When the row was written, with an offset.',
    model: 'Model as sold.',
    chargedAmount: 'What the customer was charged.',
    refundAmount: 'What was given back; 0 if absent.',
    expectedCharge: 'What the price snapshot of the time asks for; prices are checked where it is given.',
    currency: 'ISO 4217 code; the report currency if absent.',
  },
  UpstreamRecord: {
    '': 'One row of what providers billed.',
    requestId:
      'The downstream requestId that this charge belongs to; recommended, because nothing else matches it.',
    upstreamId: "The provider's own bill or request identifier; two rows with one are copies.",
    costAmount: 'What the provider billed.',
    refundAmount: 'What the provider gave back; 0 if absent.',
  },
  PaymentRecord: {
    '': 'One payment of a customer.',
    amount: 'What was captured.',
    feeAmount: "The processor's fee.",
    creditedAmount: 'Credit that stands in the wallet now; unknown if absent.',
  },
  ReconciliationInput: {
    '': 'The three ledgers. An omitted ledger is not an empty one: `[]` is complete and empty.',
    currency: 'Report currency, `USD` if absent. Nothing is converted.',
    period: 'Half-open settlement period `[start, end)`; either bound may be absent.',
  },
  ConnectorPayload: {
    '': "A gateway's own replies, as it sent them, stripped of prompts, replies and credentials.",
    quotaPerUnit:
      "Quota per unit of currency: the deployed gateway's own value, read from its status endpoint, `data.quota_per_unit`. Required when rows hold quota and no money.",
  },
  NormalizeMeta: {
    '': 'Where every native row went: `received` = records + all skips.',
  },
  Completeness: {
    '': 'Which parts of the report rest on whole books. A figure whose flag is false may be too small.',
    complete: 'All flags but the two advisory ones, `pricing` and `tokens`, are true.',
    upstreamCharges: 'The ledger was supplied; `[]` counts as supplied.',
    payments: 'The ledger was supplied; `[]` counts as supplied.',
    requestMatching: 'Every upstream row that counts has a requestId, or is a credit note.',
    currency: 'No row was left out for its currency.',
    margin:
      'Revenue and cost cover the same requests: `requestMatching`, and no usage row is foreign or pending.',
    paymentCredits: 'Every payment that counts states its `creditedAmount`.',
    findings: 'The list of findings is whole; the counts always are.',
    pricing: 'Advisory: every charged row states its `expectedCharge`, so that its price was checked.',
    tokens: 'Advisory: both rows of every pair state their tokens; false without upstream charges.',
  },
  Finding: {
    '': 'One deviation, named by an id that is stable across runs, orders and amounts.',
    amount: 'Magnitude of the money at risk, in the report currency; the code fixes its direction.',
    details: 'Evidence for machines: exact decimal strings, and up to 20 ids of each kind.',
  },
  ErrorBody: {
    '': 'The error body of every refusal.',
  },
};
