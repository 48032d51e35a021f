import { expect, it, test } from 'vitest';
import { CREATED_AT, newApiRow, oneHubMetadata, oneHubRow } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';
import { parsePayload } from '../../support/normalizer/text-payload.ts';

/** Values that are too long for a line of the folder `cases`. */
const usageOf = (line: string) => normalizeAndCheck(parsePayload([line], 'new-api'));

it.each(['request_id', 'id'])('%s is refused instead of cut if it is longer than 200 characters', (field) =>
  expect(catchRefusal({ logs: [newApiRow({ [field]: 'x'.repeat(201) })] }).details[0]).toContain(
    `logs[0].${field}: `,
  ),
);

test('an id of 200 characters is accepted', () =>
  expect(usageOf(`log request_id=${'x'.repeat(200)}`).downstreamUsage[0]?.requestId).toHaveLength(200));

test('a long name of a service is not quoted', () => {
  const metadata = {
    ...oneHubMetadata,
    extra_billing: { ['x'.repeat(5000)]: { call_count: 'x', price: 1 } },
  };
  expect(catchRefusal({ connector: 'one-hub', logs: [oneHubRow({ metadata })] }).details[0]).toMatch(
    /^logs\[0\]\.metadata\.extra_billing\.\?\.call_count: /,
  );
});

test('a product of AWS Marketplace is read with its long description', () => {
  const product = JSON.stringify({ product_name: 'Jamba (Amazon Bedrock Edition)', x: 'y'.repeat(300) });
  const { upstreamCharges } = normalizeAndCheck(
    parsePayload([`marketplace product=${JSON.stringify(product)}`], 'new-api'),
  );
  expect(upstreamCharges).toMatchObject([{ model: 'Jamba' }]);
});

test.each([
  ['many terms', 2500, 'syntax that is not supported'],
  ['more text than is read', 9000, 'ratio or count'],
])('an expression of %s has no price', (_, terms, note) => {
  const { downstreamUsage, notes } = usageOf(`log expression="p${' + p'.repeat(terms)}"`);
  expect(downstreamUsage[0]).not.toHaveProperty('expectedCharge');
  expect(notes.at(-1)).toContain(note);
});

test('a refusal names the first unreadable field of each row, at most 50', () => {
  const bad = Array.from({ length: 60 }, (_, i) =>
    newApiRow({ id: i + 1, quota: 'x', created_at: i ? CREATED_AT : 'x' }),
  );
  const { details } = catchRefusal({ logs: bad });
  expect(details).toHaveLength(50);
  expect(details[0]).toMatch(/^logs\[0\]\.created_at: /);
  expect(details[49]).toMatch(/^logs\[49\]\.quota: /);
});

test('a refusal names rows of all ledgers', () => {
  const { details } = catchRefusal(
    parsePayload(['log quota=x', 'bill', 'payment transactionId=t'], 'new-api'),
  );
  const places = details.map((detail) => detail.replace(/\..*/, ''));
  expect(places).toEqual(['logs[0]', 'upstreamCharges[0]', 'payments[0]', 'payments[0]', 'payments[0]']);
});

test('a hundred thousand pages with a total are counted', () => {
  const { notes } = normalizeAndCheck({
    logs: Array.from({ length: 100_000 }, () => ({ total: 1, data: [] })),
  });
  expect(notes[0]).toMatch(/^`logs` has only 0 of the 1 rows/);
});
