import { describe, expect, it } from 'vitest';
import { newApiRow, oneApiRow, oneHubRow, type Row } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const ROWS: Record<string, Row> = {
  'new-api or voapi': newApiRow(),
  'one-api': oneApiRow(),
  'one-hub': oneHubRow(),
};

describe('rows of another gateway', () => {
  const mismatches = Object.entries(ROWS).flatMap(([like, row]) =>
    ['new-api', 'voapi', 'one-api', 'one-hub']
      .filter((connector) => !like.includes(connector))
      .map((connector): [string, string, Row] => [connector, like, row]),
  );
  it.each(mismatches)('sent as %s are refused, because they look like %s', (connector, like, row) =>
    expect(catchRefusal({ connector, logs: [row, row] }).details).toEqual([
      `connector: is ${connector}, but the log seems to be from ${like}`,
    ]),
  );

  it.each([
    ['voapi', [newApiRow()]],
    ['new-api', [newApiRow({ id: 1 }), { ...newApiRow(), other: undefined }]],
  ])('are accepted as %s beside a row of that gateway', (connector, logs) =>
    expect(normalizeAndCheck({ connector, logs }).downstreamUsage).toHaveLength(logs.length),
  );

  it.each(['new-api', 'voapi', 'one-api', 'one-hub'])(
    'without distinctive fields are accepted as %s',
    (connector) => {
      const { other, ...bare } = newApiRow();
      expect(normalizeAndCheck({ connector, logs: [bare] }).downstreamUsage).toHaveLength(1);
      expect(
        normalizeAndCheck({ connector, logs: [{ ...bare, other: { a: 1 } }] }).downstreamUsage,
      ).toHaveLength(1);
    },
  );

  it('are those of the upstream gateway in upstreamCharges', () =>
    expect(
      normalizeAndCheck({ connector: 'one-api', logs: [], upstreamCharges: [newApiRow()] }).upstreamCharges,
    ).toHaveLength(1));
});
