import { CREATED_AT, newApiRow, type Row } from '../fixtures/native-rows.ts';

/** Fields that a word after the amount adds to a row. */
const WORDS: Readonly<Record<string, Row>> = {
  failed: { type: 5, quota: 0 },
  refund: { type: 6 },
  unnumbered: { id: undefined },
  later: { created_at: CREATED_AT + 3600 },
};

/** Builds new-api log rows from texts such as `r1 u1 2.50 failed`: request id, upstream request id (`-` for none), dollars and further words. */
export const buildLogRows = (rows: string): Row[] =>
  rows.split(', ').map((row, index) => {
    const [request, upstream, dollars, ...words] = row.split(' ');
    return newApiRow({
      id: index + 1,
      created_at: CREATED_AT + index,
      request_id: request === '-' ? '' : request,
      upstream_request_id: upstream === '-' ? undefined : upstream,
      quota: Number(dollars) * 500_000,
      channel: 3,
      prompt_tokens: 100_000,
      completion_tokens: 0,
      other: { model_ratio: Number(dollars) * 5, completion_ratio: 1, group_ratio: 1, model_price: -1 },
      ...Object.assign({}, ...words.map((word) => WORDS[word])),
    });
  });

/** Builds the log row of a request that is priced per call. `at` is a time text or milliseconds. */
export const buildCallRow = (
  id: number,
  at: string | number,
  model: string,
  dollars: number,
  more: Row = {},
): Row => ({
  ...{
    id,
    type: 2,
    user_id: 3,
    channel: 1,
    request_id: `r${id}`,
    model_name: model,
    quota: dollars * 500_000,
  },
  created_at: (typeof at === 'number' ? at : Date.parse(at)) / 1000,
  ...{ prompt_tokens: 0, completion_tokens: 0 },
  other: JSON.stringify({ model_price: dollars, group_ratio: 1 }),
  ...more,
});
