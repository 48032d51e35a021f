import { expect, test } from 'vitest';
import { buildBillLine, drawPlantedBook } from '../../support/answer/planted-books.ts';
import { makeTextFile, runFilesToReportSource } from '../../support/pipeline/run-in-memory.ts';

/** A month of one bill, in which each request of gpt-4o costs twice its price. */
const { files, settings } = drawPlantedBook(1, { billed: ({ model }) => (model === 'gpt-4o' ? 3 : 1) });
const rename = (name: string) =>
  files.map((file) => ({ ...file, ...(file.field === 'upstreamCharges' && { name }) }));
const ofOther = makeTextFile('upstreamCharges', [buildBillLine(Date.parse('2026-10-03'), 'gemini', 1)], {
  name: 'other.json',
});

async function listBills(given: typeof files) {
  const { source } = await runFilesToReportSource(given, settings);
  return source.head.summary.causes.flatMap(({ code, model }, index) =>
    model === 'gpt-4o' ? [[code, source.traits[index]?.bills]] : [],
  );
}

test('a cause names the bill with its model, if there are several bills', async () => {
  const named = await listBills([...rename('openai.json'), ofOther]);
  expect(named.length).toBeGreaterThan(0);
  for (const [, bills] of named) expect(bills).toEqual(['openai.json']);
});

test('the only bill is not named', async () => {
  for (const [, bills] of await listBills(rename('openai.json'))) expect(bills).toBeUndefined();
});

test('nothing is named if all bills have the model', async () => {
  const again = makeTextFile('upstreamCharges', [buildBillLine(Date.parse('2026-10-03'), 'gpt-4o', 1)], {
    name: 'other.json',
  });
  for (const [, bills] of await listBills([...rename('openai.json'), again])) expect(bills).toBeUndefined();
});
