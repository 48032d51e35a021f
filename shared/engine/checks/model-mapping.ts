import { check, counted } from './check.ts';

const DATED = /-(?:\d{8}|\d{4}-\d\d-\d\d|latest)$/;

/** A model's name without provider prefix and release date: `openai/GPT-4o-2024-08-06` is `gpt-4o`. */
const normalised = (name: string): string =>
  name
    .toLowerCase()
    .slice(name.toLowerCase().lastIndexOf('/') + 1)
    .replace(DATED, '');

/** The model sold is the model bought. */
export const modelMapping = check({
  id: 'model-mapping',
  invariant:
    'The serving attempt ran the model that was sold, whatever its provider prefix and release date; each pair of names, as written, is one finding.',
  codes: {
    model_mismatch: {
      about: 'pair',
      severities: ['warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'One model was sold, another was bought.',
          remedy:
            'Acknowledge the mapping if it is meant; otherwise customers pay for a model they did not get.',
          message: ({ names: [sold, served], cases, amount, currency }) =>
            `Sold as ${sold} and served by ${served}: ${counted(cases, 'request')} for ${amount} ${currency} in all.`,
        },
      },
    },
  },
  request({ sales, serving, model, net }, { find }) {
    if (sales.length === 0 || serving === undefined || model === serving.model) return;
    if (normalised(model) === normalised(serving.model)) return;
    find('model_mismatch', {
      subject: { kind: 'pair', name: [model, serving.model] },
      amount: net,
      names: { model },
    });
  },
});
