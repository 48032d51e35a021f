import { CREATED_AT, newApiRow, type Row } from '../fixtures/native-rows.ts';

/** What a word of a row says beside its ids and its dollars. */
const WORDS: Readonly<Record<string, Row>> = {
  failed: { type: 5, quota: 0 },
  refund: { type: 6 },
  unnumbered: { id: undefined },
  later: { created_at: CREATED_AT + 3600 },
};

/** Rows of a log as `r1 u1 2.50`: the request, that of the upstream (`-` is none), dollars, and more words. */
export const buildLogRows = (rows: string): Row[] =>
  rows.split(', ').map((row, place) => {
    const [request, upstream, dollars, ...words] = row.split(' ');
    return newApiRow({
      id: place + 1,
      created_at: CREATED_AT + place,
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

/** A request that is sold by the call: its number, when, the model, dollars, and fields that differ. */
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
