import { describe, expect, it, test } from 'vitest';
import { findChargeBill } from '#shared/normalizer/bills/recognize-bill.ts';
import { SelfScopeDetector } from '#shared/normalizer/log-survey/self-scoped-log.ts';
import type { SourceField } from '#shared/pipeline/read/source.ts';
import { describeFormat, describeMisplacedFile } from '#shared/recognition/options.ts';
import { recognizeFile } from '#shared/recognition/recognize-file.ts';
import { newApiRow } from '../../support/fixtures/native-rows.ts';
import { rowsIn } from '../../support/fixtures/text-rows.ts';
import { fieldsIn, tableRows } from '../../support/table.ts';
import { matcher } from '../../support/text-cases.ts';

describe('the kind of a file is recognized by its rows', () => {
  // Kind of row | row | kind | further facts
  it.each(
    tableRows(`
    a log of new-api                 | new-api | logs | needsUnit=true
    a log of one-api                 | one-api | logs | connector=one-api
    a log of one-hub                 | one-hub | logs | connector=one-hub isAmbiguous=false
    a log that states money          | new-api cost=0.1 | logs | needsUnit=false
    a bill of no known provider      | row model=m cost=1 timestamp=1 | bill |
    a bill of records                | row costAmount="1" occurredAt= | bill |
    a known bill                     | row generation_id=g cost_total=1 | bill |
    top-ups                          | row trade_no=t money=1 amount=1 | payments |
    payments of records              | row transactionId=t amount="1" | payments |
    channels                         | row id=1 name=c models=m type=1 | channels |
    users                            | row username=u quota=1 used_quota=2 | users | unused
    prices                           | row model_name=m model_ratio=1 | prices | unused
    prices of one-hub                | row model=m type=tokens channel_type=1 input=1 output=2 | prices | unused
    tokens                           | row name=t remain_quota=1 used_quota=2 created_time=1 | keys | unused
    settings                         | row key=k value="1" | options | unused
    Midjourney’s tasks               | row mj_id="1" action=IMAGINE submit_time=1 quota=5 | unread | unused
    Stripe’s charges                 | row id=ch_1 amount_captured=5 payment_intent=pi_1 balance_transaction=txn_1 | unread | unused
    redemption codes                 | row name=c quota=1 redeemed_time=0 | codes | unused
    normalized usage                 | row requestId=r chargedAmount="1" | ledgers |
    a report                         | row findings=[] summary={} | report | unused
    a table of a report              | row severity= code= message= | report |
    the rows of a report             | row findingId= ledger= id= file= | report |
    a list of tasks                  | row task_id=1 platform=p action=a quota=1 | unread |
    anything else                    | row error=no | unknown |
    `),
  )('%s', (_, row = '', kind, more = '') => {
    const facts = { ...fieldsIn(more), ...(more === 'unused' && { unused: expect.anything() }) };
    expect(recognizeFile(rowsIn(row, 'new-api').rows)).toMatchObject({ kind, ...facts });
  });

  it.each(
    tableRows(`
    WeChat Pay’s fund flow                       | 资金流水单号, 收支类型, 账户结余(元) | Send the trade bill
    that in wide brackets                        | 资金流水单号, 收支类型, 账户结余（元） | 交易账单
    a person’s bill of WeChat Pay                | 交易时间, 交易类型, 收/支, 金额(元), 交易单号, 商户单号 | wechat-person
    Alipay’s movements without their kinds       | 账务流水号, 业务流水号, 商户订单号, 业务描述 | Send the trade bill
    PayPal’s activity                            | Transaction ID, Reference Txn ID, Gross, Net | examples/mappings/paypal
    the summary beside Alipay’s movements        | 类型, 收入笔数, 收入金额（+元）, 支出笔数, 支出金额（-元） | 账务流水号
    PayPal’s activity in Dutch                   | Transactiereferentie, Bruto, Kosten, Net | paypal-payments
    PayPal’s activity in German                  | Transaktionscode, Zugehöriger Transaktionscode, Brutto, Netto | examples/mappings/paypal-day-first
    LiteLLM’s sums by day                        | startTime, spend, users, models | summarize=false
    its activity by day                          | date, metrics, breakdown | /spend/logs
    epusdt                                       | trade_id, order_id, actual_amount, amount, status, token | epusdt-payments
    aiproxy, exported                            | end_time, request_at, token_name, used_amount, model | aiproxy-export
    aiproxy                                      | created_at, token_name, usage, used_amount, model | aiproxy-api
    `),
  )('%s is refused, with advice', (_, columns = '', sentence = '') => {
    const row = Object.fromEntries(columns.split(', ').map((column) => [column, 'x']));
    const { kind, unused } = recognizeFile([row]);
    expect([kind, unused?.en]).toEqual(['unread', expect.stringContaining(sentence)]);
  });

  it('a row without the nested rows of its bill', () =>
    expect(recognizeFile([{ start_time: 1, results: [null] }]).kind).toBe('unknown'));

  it('the kind of most rows decides', () => {
    expect(recognizeFile([newApiRow(), newApiRow(), { error: 1 }]).kind).toBe('logs');
    expect(recognizeFile([newApiRow(), { error: 1 }]).kind).toBe('unknown');
    expect(recognizeFile([]).kind).toBe('unknown');
  });
});

test.each([
  [{ findings: [], summary: {} }, 'logs', /Remove it from --logs/],
  [{ id: 1, name: 'c', models: 'm' }, 'upstream', /Supply it with --channels/],
  [{ model: 'm', cost: 1 }, 'logs', /Supply it with --upstream/],
  [{ trade_no: 't' }, 'channels', /Supply it with --payments/],
  [newApiRow(), 'upstream', undefined],
  [{ error: 'no' }, 'payments', undefined],
] as const)('%j with --%s: %s', (row, option, sentence) => {
  const message = describeMisplacedFile('f.json', recognizeFile([row]), option);
  if (sentence === undefined) expect(message).toBeUndefined();
  else
    expect(message).toEqual({
      en: expect.stringMatching(sentence),
      zh: expect.stringMatching(/\p{Script=Han}/u),
    });
});

// Ids and seconds of rows in their order | their users | the one user, and whether it is the user's own list
it.each(
  tableRows(`
  of one user, ids hidden                                             | 0@9 0@9 0@9 | 4 | 4 own
  counted from the newest                                             | 1@9 2@8 3@7 | 4 | 4 own
  counted from the newest, two of them by seconds the other way round | 1@90 2@80 3@70 4@60 5@50 6@51 7@30 8@20 9@10 | 4 | 4 own
  counted from the newest, the oldest first                           | 3@9 2@10 1@11 | 4 | 4 own
  of the administrator, two by seconds the other way round            | 1@0 2@10 3@20 4@30 5@40 6@39 7@60 8@70 9@80 | 4 | 4
  in the order of its ids                                             | 1@0 2@1 3@2 | 4 | 4
  of the administrator                                                | 9@9 8@8 7@7 | 4 | 4
  of several users                                                    | 0@9 0@9 0@9 | 1 2 3 | -
  of one row                                                          | 0@9 | 4 | 4
  of no user                                                          | 0@9 0@9 0@9 | | -
  `),
)('the owner of a log %s', (_, rows = '', users = '', owner) => {
  const marks = new SelfScopeDetector();
  const ids = users.split(' ');
  for (const [n, row] of rows.split(' ').entries()) {
    const [id, created_at] = row.split('@').map(Number);
    const user = ids[n % ids.length];
    marks.add({ id, created_at, ...(user && { user_id: Number(user) }) });
  }
  const { userId = '-', isProven } = marks.result;
  expect(`${userId}${isProven ? ' own' : ''}`).toBe(owner);
});

// Kind of file | row | ledger | part of the sentence
it.each(
  tableRows(`
  a log                        | new-api | logs | ^is recognized as new-api and needs no mapping
  a log of LiteLLM             | row request_id=r spend=1 model_group=m startTime= | logs | recognized as LiteLLM spend logs
  LiteLLM’s rows as a bill     | row request_id=r spend=1 model_group=m startTime= | upstreamCharges | recognized as LiteLLM
  a bill of nested rows        | row start_time=1 results=[{"amount":{"value":1,"currency":"usd"},"line_item":"gpt-5, input"}] | upstreamCharges | recognized as OpenAI costs
  a bill of no known provider  | row model=m cost=1 | upstreamCharges | /^is a provider’s bill$/
  channels                     | row id=1 name=c models=m | logs | /^is a gateway’s list of channels$/
  users                        | row username=u quota=1 used_quota=2 | logs | /not needed$/
  a file for an example        | row trade_id=t order_id=o actual_amount=1 amount=1 status=2 | payments | epusdt-payments.json
  anything else                | row Day=2026-10-01 Total=5 | payments | ^is not recognized. Describe its columns
  `),
)('the format of %s is described', (_, row = '', field, sentence = '') =>
  expect(describeFormat(rowsIn(row, 'new-api').rows, field as SourceField).en).toEqual(matcher(sentence)),
);

it('an API call may contain rows with the columns of a file that needs a mapping', () => {
  const row = { created_at: 1, token_name: 't', usage: {}, used_amount: 1, model: 'm', cost: 1 };
  expect(recognizeFile([row]).kind).toBe('unread');
  expect(findChargeBill(row)).toBeUndefined();
});
