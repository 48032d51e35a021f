import { describe, expect, it } from 'vitest';
import { readProviderCharge } from '#shared/normalizer/bills/provider-charge.ts';
import { findChargeBill, findPaymentBill } from '#shared/normalizer/bills/recognize-bill.ts';
import { RowOutcomes } from '#shared/normalizer/row-outcomes.ts';
import type { UpstreamRecord } from '#shared/schemas/reconciliation-input.ts';
import type { Row } from '../../support/fixtures/native-rows.ts';
import { tableRows } from '../../support/table.ts';

function read(row: Row): { record: UpstreamRecord | undefined; notes: object } {
  const bill = findChargeBill(row);
  if (bill === undefined) throw new Error('The row is not of a known bill.');
  const account = new RowOutcomes();
  const record = readProviderCharge(row, bill, account);
  return { record, notes: account.summary().notes };
}

const metered = (over: Row = {}): Row => ({
  BilledCost: '1.5',
  ChargePeriodStart: '2026-10-01T00:00:00Z',
  ChargeCategory: 'Usage',
  x_UsageType: 'USE1-Claude4.6Sonnet-input-tokens',
  ConsumedQuantity: '411.5',
  ConsumedUnit: '1K tokens',
  ...over,
});
const generation = (over: Row = {}): Row => ({
  id: 'gen-1',
  created_at: '2026-10-01T00:00:15Z',
  model: 'm',
  total_cost: 0.5,
  native_tokens_prompt: 10,
  ...over,
});
const cost = (over: Row = {}): Row => ({
  starting_at: '2026-10-01T00:00:00Z',
  amount: '15',
  cost_type: 'tokens',
  ...over,
});

const REFUND = { status: 'refunded', costAmount: '0' } as const;
const sku = (over: Row = {}): Row => ({
  usage_start_time: '2026-10-01T00:00:00Z',
  sku: { description: 'Gemini 3 Pro Text Input - Predictions' },
  cost: 0.5,
  usage: { amount: 7, unit: 'count' },
  ...over,
});

describe('a row of a bill becomes a record', () => {
  it('with the fields of the row and no others', () => {
    expect(read(cost())).toStrictEqual({
      record: {
        occurredAt: '2026-10-01T00:00:00.000Z',
        model: 'tokens',
        status: 'success',
        costAmount: '0.15',
      },
      notes: {},
    });
    expect(read(cost({ request_id: 'own', currency: 'eur' })).record).toMatchObject({
      requestId: 'own',
      currency: 'EUR',
    });
  });

  it.each<[string, Row, object | undefined]>([
    ['in thousands', {}, { input: 411_500 }],
    ['with a quantity of 0', { ConsumedQuantity: 0 }, { input: 0 }],
    ['in millions, in any case', { ConsumedUnit: '1m TOKENS', ConsumedQuantity: 2 }, { input: 2_000_000 }],
    ['of a batch', { x_UsageType: 'USE1-M-output-tokens-batch' }, { output: 411_500 }],
    [
      'of a batch in another region',
      { x_UsageType: 'M-cache-read-input-token-count-batch-cross-region-global' },
      { cacheRead: 411_500 },
    ],
    ['without a unit (none)', { ConsumedUnit: null }, undefined],
    ['in hours (none)', { ConsumedUnit: 'Hrs' }, undefined],
    ['without a quantity (none)', { ConsumedQuantity: '' }, undefined],
    ['below 0 (none)', { ConsumedQuantity: '-1' }, undefined],
    ['of an unknown kind (none)', { x_UsageType: 'USE1-Guardrail' }, undefined],
    ['without a meter (none)', { x_UsageType: null }, undefined],
    ['of a refund (none)', { BilledCost: '-1.5' }, undefined],
  ])('has metered tokens %s', (_, over, tokens) => {
    const { record } = read(metered(over));
    expect(record?.tokens).toEqual(tokens);
    expect('tokens' in (record ?? {})).toBe(tokens !== undefined);
  });

  it.each<[meter: string, unit: string, tokens: object | undefined]>([
    ['gpt-4o-mini-0718-Inp-glbl Tokens', '1K', { input: 2500 }],
    ['gpt 4o 0513 Output global Tokens', '1K', { output: 2500 }],
    ['GPT 5 cchd Inpt Glbl 1M Tokens', '1M', { cacheRead: 2_500_000 }],
    ['5.4 Cd Wr Gl 1M Tokens', '1M', { cacheWrite: 2_500_000 }],
    ['5.4 opt Gl 1M Tokens', '1M', { output: 2_500_000 }],
    ['Provisioned Managed Global Unit', '1 Hour', undefined],
  ])('has the kind of tokens that Azure abbreviates: %s', (meterName, unitOfMeasure, tokens) => {
    const row = { date: '10/01/2026', costInBillingCurrency: 1, billingCurrency: 'USD', quantity: 2.5 };
    expect(read({ ...row, meterName, unitOfMeasure }).record).toMatchObject({ model: meterName });
    expect(read({ ...row, meterName, unitOfMeasure }).record?.tokens).toEqual(tokens);
  });

  it.each<[element: string, tokens: object | undefined]>([
    ['推理输入', { input: 7000 }],
    ['推理输出', { output: 7000 }],
    ['缓存命中输入', { cacheRead: 7000 }],
    ['缓存存储', undefined],
  ])('has the kind of tokens that Ark names: %s', (Element, tokens) => {
    const row = { ExpenseDate: '2026-10-01', PayableAmount: '1', BillCategory: 'x', ConfigName: 'm' };
    expect(read({ ...row, Element, Count: '7', Unit: '千tokens' }).record?.tokens).toEqual(tokens);
  });

  it.each(
    tableRows(`
    Generate content output token count gemini 2.5 flash short input text               | gemini 2.5 flash | output
    Generate content output token count gemini 2.5 flash short output text non-thinking | gemini 2.5 flash | output
    Generate content input token count gemini 3.7 flash image flex caching              | gemini 3.7 flash | cacheRead
    Generate content cached input token count gemini 2.5 pro short input                | gemini 2.5 pro | cacheRead
    Generate_content text cached input token count for gemini 3 pro short               | gemini 3 pro | cacheRead
    GenerateContent audio input token count for Gemini 2.0 Flash                        | Gemini 2.0 Flash | input
    EmbedContent input token count for gemini-embedding-001                             | gemini-embedding-001 | input
    Generate content output token count gemini 3.1 flash lite preview long output text  | gemini 3.1 flash lite preview | output
    `),
  )('with model and token kind of a Gemini API SKU: %s', (description, model, kind = '') =>
    expect(read(sku({ sku: { description } })).record).toMatchObject({ model, tokens: { [kind]: 7 } }),
  );

  it.each<[string, Row, object | undefined]>([
    [
      'in a map',
      { product: { product_name: 'Claude Sonnet 4.5 (Amazon Bedrock Edition)' } },
      { model: 'Claude Sonnet 4.5' },
    ],
    [
      'in JSON',
      { product: '{"product_name":"Claude Opus 4 (Amazon Bedrock Edition)"}' },
      { model: 'Claude Opus 4' },
    ],
    [
      'in text of Athena',
      { product: '{product_name=Claude Haiku 4.5 (Amazon Bedrock Edition), region=x}' },
      { model: 'Claude Haiku 4.5' },
    ],
    ['in a column', { product_product_name: 'Jamba (Amazon Bedrock Edition)' }, { model: 'Jamba' }],
    [
      'of Bedrock itself',
      {
        line_item_product_code: 'AmazonBedrock',
        product: `{"product_name":"Amazon Bedrock","x":"${'y'.repeat(300)}"}`,
      },
      { model: 'MP:USE1_InputTokenCount-Units' },
    ],
    ['of another product, which is left out', { product: '{"product_name":"Some Tool"}' }, undefined],
  ])('has the model of a product of AWS Marketplace, named %s', (_, product, record) => {
    const row = {
      line_item_unblended_cost: '0.3',
      line_item_usage_type: 'USE1-MP:USE1_InputTokenCount-Units',
      line_item_usage_start_date: '2026-10-01T10:00:00Z',
      line_item_product_code: '5m1yzt3mwl4tlacbshnbkwrpz',
      ...product,
    };
    const { record: found, notes } = read(row);
    if (record === undefined) expect([found, notes]).toEqual([undefined, { otherServices: 1 }]);
    else expect(found).toMatchObject(record);
  });

  it('with model and token kind of a SKU in a FOCUS export by Google', () =>
    expect(
      read(metered({ x_UsageType: null, ChargeDescription: 'Gemini 3 Pro GA Text Output - Predictions' }))
        .record,
    ).toMatchObject({ model: 'Gemini 3 Pro', tokens: { output: 411_500 } }));

  it.each<[string, Row, object]>([
    ['input only', {}, { input: 10 }],
    [
      'without cache and reasoning',
      { native_tokens_cached: 0, native_tokens_reasoning: 0, native_tokens_completion: 0 },
      { input: 10, output: 0 },
    ],
    ['a cache within the input', { native_tokens_cached: 4 }, { input: 6, cacheRead: 4 }],
    ['a cache above the input', { native_tokens_cached: 11 }, { input: 0, cacheRead: 11 }],
    ['reasoning', { native_tokens_reasoning: 1 }, { input: 10, reasoning: 1 }],
  ])('has counted tokens: %s', (_, over, tokens) =>
    expect(read(generation(over)).record?.tokens).toEqual(tokens),
  );

  it.each<[string, Row, Partial<UpstreamRecord>]>([
    ['cancelled without cost', { cancelled: true, total_cost: 0 }, { status: 'failed', costAmount: '0' }],
    ['cancelled with cost', { cancelled: true }, { status: 'success', costAmount: '0.5' }],
    ['free', { total_cost: 0 }, { status: 'success', costAmount: '0' }],
    ['with a negative cost', { total_cost: -2 }, { status: 'refunded', costAmount: '0', refundAmount: '2' }],
  ])('of a request: %s', (_, over, record) => {
    const { record: found } = read(generation(over));
    expect(found).toMatchObject(record);
    expect('refundAmount' in (found ?? {})).toBe('refundAmount' in record);
  });

  it.each<[string, Row, Partial<UpstreamRecord>]>([
    ['an empty list', { credits: [] }, { status: 'success', costAmount: '0.5' }],
    ['without a list', {}, { status: 'success', costAmount: '0.5' }],
    [
      'a part of the cost',
      { credits: [{ amount: -0.1 }, { amount: -0.2 }] },
      { costAmount: '0.5', refundAmount: '0.3' },
    ],
    [
      'all of the cost',
      { credits: [{ amount: '-0.5' }] },
      { status: 'success', costAmount: '0.5', refundAmount: '0.5' },
    ],
    [
      'all of the cost, with rounding errors of doubles',
      { credits: [{ amount: -0.2 }, { amount: -0.30000000000000004 }] },
      { refundAmount: '0.5' },
    ],
    [
      'more than the cost',
      { credits: [{ amount: -0.5000000001 }] },
      { costAmount: '0.5', refundAmount: '0.5000000001' },
    ],
    ['a positive credit adds cost', { credits: [{ amount: 0.1 }] }, { status: 'success', costAmount: '0.6' }],
    ['without a cost', { cost: 0, credits: [{ amount: -2 }] }, { ...REFUND, refundAmount: '2' }],
    [
      'with a negative cost',
      { cost: '-3', credits: [{ amount: 1 }] },
      { costAmount: '1', refundAmount: '3' },
    ],
  ])('has credits as a refund: %s', (_, over, money) => {
    const { record } = read(sku(over));
    expect(record).toMatchObject(money);
    expect('refundAmount' in (record ?? {})).toBe('refundAmount' in money);
  });

  it.each<[string, object, object | undefined]>([
    ['count', {}, { input: 7 }],
    ['requests', { usage: { amount: 7, unit: 'requests' } }, { input: 7 }],
    ['a kind without known unit (none)', { sku: { description: 'M Audio Input - Predictions' } }, undefined],
    ['hours (none)', { sku: { description: 'M Text Input Caching Storage' } }, undefined],
    ['the name of a built-in property (none)', { usage: { amount: 7, unit: 'constructor' } }, undefined],
  ])('has tokens only in units of its bill: %s', (_, over, tokens) =>
    expect(read(sku({ ...over })).record?.tokens).toEqual(tokens),
  );

  it('without tokens if the unit is that of another bill', () =>
    expect(read(metered({ ConsumedUnit: 'Requests' })).record).not.toHaveProperty('tokens'));

  it.each<[string, Row, object]>([
    ['rounding', sku({ cost_type: 'rounding error' }), { billApart: 1 }],
    ['another service of that cloud', sku({ service: { id: 'X' } }), { otherServices: 1 }],
    ['a tax', metered({ ChargeCategory: 'Tax' }), { billApart: 1 }],
    ['another service', metered({ ServiceCategory: 'Compute' }), { otherServices: 1 }],
    ['a row without an amount', metered({ BilledCost: '' }), { billEmpty: 1 }],
  ])('is none for %s, which a note counts', (_, row, notes) =>
    expect(read(row)).toEqual({ record: undefined, notes }),
  );

  it.each<[string, Row]>([
    ['of this service', { ServiceCategory: 'AI and Machine Learning' }],
    ['without a service', { ServiceCategory: null }],
    ['whose service is not a text', { ServiceCategory: 7 }],
  ])('is one for rows %s', (_, over) => expect(read(metered(over)).record).toBeDefined());

  it('with a note for a day without time', () => {
    expect(read(metered({ ChargePeriodStart: '2026-10-01' })).notes).toEqual({ dateAlone: 1 });
    expect(read(metered()).notes).toEqual({});
  });
});

describe('the bill of a row', () => {
  const movement = { balance_transaction_id: 'b', reporting_category: 'charge', gross: '1' };

  it('has the row’s ledger', () => {
    expect([findChargeBill(cost())?.id, findPaymentBill(cost())?.id]).toEqual([
      'anthropic-cost-report',
      undefined,
    ]);
    expect([findChargeBill(movement)?.id, findPaymentBill(movement)?.id]).toEqual([
      undefined,
      'stripe-payouts',
    ]);
    expect(findChargeBill({ ...movement, gross: undefined, reporting_category: 'charge' })).toBeUndefined();
  });

  it('is not a usage report because of a single key', () => {
    expect(findChargeBill(cost({ input_tokens: 5 }))?.id).toBe('anthropic-cost-report');
    expect(() => findChargeBill(cost({ input_tokens: 5, num_model_requests: 1 }))).toThrow();
  });
});
