import { expect, test } from 'vitest';
import { newApiRow, oneHubRow } from '../../../support/fixtures/native-rows.ts';
import { runMonthOnFiles } from '../../../support/pipeline/run-month-command.ts';
import { fieldIn, readTables, wordsIn } from '../../../support/table.ts';
import { matcher } from '../../../support/text-cases.ts';

const rows = Array.from({ length: 30 }, (_, n) => ({
  ...newApiRow({ id: n + 1, created_at: 1_790_000_000 + n, request_id: `r${n}`, user_id: 1 + (n % 2) }),
  quota: 500,
}));
const text = JSON.stringify(rows);
/** Logs by name: a customer's own, one that is cut off, and one of another gateway. */
const LOGS: Readonly<Record<string, string>> = {
  own: JSON.stringify(rows.map((row) => ({ ...row, id: 0, user_id: 7 }))),
  cut: text.slice(0, -9),
  foreign: JSON.stringify([oneHubRow()]),
};

/** Reads files such as `own status=500000 set.json={}`: a log by name, the unit in the status reply, or contents. */
const filesIn = (words: string): Record<string, string> =>
  Object.fromEntries(
    wordsIn(words)
      .filter(Boolean)
      .map((word) => {
        const [name, content] = fieldIn(word);
        if (name === 'status') return ['status.json', `{"data":{"quota_per_unit":${content}}}`];
        const log = LOGS[name];
        return log === undefined ? [name, content] : ['log.json', log];
      }),
  );

const { options = [] } = readTables(new URL('options.txt', import.meta.url));
test.each(options)('%s: exit code %s', async (_, code, files = '', args = '', says = '') => {
  const line = `--connector new-api --logs @log.json --language en ${args}`;
  const words = line.replace('UNIT', '--quota-per-unit 500000').trim().split(' ');
  const result = await runMonthOnFiles({ 'log.json': text, ...filesIn(files) }, words);
  expect(result.text).toEqual(matcher(says));
  expect(result.code).toBe(Number(code));
});
