import { describe, expect, test } from 'vitest';
import { inspectFile } from '#functions/console/page/worker/inspect-file.ts';
import { newApiRow } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

const AT = 1_790_935_210;
/** Requests at a price of 0.01 for a call, in a gateway with a unit. */
const pricedByCall = (count: number, unit: number) =>
  Array.from({ length: count }, (_, n) =>
    newApiRow({
      id: n + 1,
      created_at: AT + n,
      request_id: `r${n}`,
      quota: unit / 100,
      other: { model_price: 0.01, model_ratio: 0, completion_ratio: 0, group_ratio: 1, user_group_ratio: -1 },
    }),
  );

describe('the quota per unit that the settings lack', () => {
  test.each([250_000, 500_000])('is that of the log, for runs as on the page: %d', async (unit) => {
    const rows = pricedByCall(25, unit);
    const unset = await runFiles([makeTextFile('logs', rows)], { quotaPerUnit: undefined as never });
    const set = await runFiles([makeTextFile('logs', rows)], { quotaPerUnit: unit });
    expect(unset.report.summary.revenue.net).toBe('0.25');
    expect(unset.report).toEqual(set.report);
    const note = `The quota per unit was not set, so ${unit} was used, as found in the log.`;
    expect(unset.notices.map(({ en }) => en)).toContain(note);
    expect(set.notices.map(({ en }) => en)).not.toContain(note);
    const file = new File([JSON.stringify(rows)], 'log.json');
    expect((await inspectFile(file, false)).recognition).toMatchObject({ role: 'logs', unit });
  });
});
