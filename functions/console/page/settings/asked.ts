import { isNoCurrency } from '#shared/report/answer/words/parts.ts';
import type { Answered } from '#shared/report/view/answered.ts';
import { leftOut } from '#shared/report/view/stated.ts';
import type { Entry } from '../entry.ts';
import { askedFor, type Form, type Sheet } from './form.ts';

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Models and channels of the books: those without a price first, then by what the last answer and the logs hold. */
export function soldIn(entries: readonly Entry[], answered: Answered | undefined) {
  const sold = entries.flatMap(({ role, recognition }) =>
    (role === 'logs' || role === 'ledgers') && recognition?.sold ? [recognition.sold] : [],
  );
  const { byModel = [], byChannel = [] } = answered?.report ?? {};
  return {
    models: unique([
      ...(answered?.unpriced ?? []).map(({ model }) => model),
      ...byModel.filter(({ requests }) => requests > 0).map(({ model }) => model),
      ...sold.flatMap(({ models }) => models),
    ]),
    channels: unique([
      ...byChannel.map(({ channelId }) => channelId),
      ...sold.flatMap(({ channels }) => channels),
    ]),
  };
}

/** Names in bills that no model sold has. */
const notSold = ({ report: { findings } }: Answered): string[] =>
  findings
    .filter(({ code }) => code === 'billed_not_sold')
    .flatMap(({ details }) => (details?.byModel as readonly { readonly model: string }[] | undefined) ?? [])
    .map(({ model }) => model);

/** The form's sheets with a line for whatever is missing: a price of each model, a rate, a name. */
export function asked(
  { currency, rates, prices, pricesCurrency, paymentsCurrency, names, rest }: Form,
  entries: readonly Entry[],
  answered: Answered | undefined,
): Pick<Form, Sheet> {
  const { models } = soldIn(entries, answered);
  const stated = [pricesCurrency, paymentsCurrency].filter((one) => one !== (currency || 'USD'));
  const foreign = [...(answered ? leftOut(answered.report).map((sum) => sum.currency) : []), ...stated];
  const isElsewhere = (model: string) => rest.models?.some((entry) => entry.model === model) ?? false;
  return {
    rates: askedFor('rates', rates, unique(foreign.filter((one) => one !== '' && !isNoCurrency(one)))),
    prices: askedFor(
      'prices',
      prices,
      models.filter((model) => !isElsewhere(model)),
    ),
    names: askedFor('names', names, answered ? notSold(answered) : []),
  };
}
