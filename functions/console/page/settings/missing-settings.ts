import { listGaps } from '#shared/report/answer/gaps/find-gaps.ts';
import { isCurrencyMissing } from '#shared/report/answer/words/parts.ts';
import type { PageReport } from '#shared/report/view/page-report.ts';
import type { FileEntry } from '../file-entry.ts';
import { type SettingsForm, type SheetName, withLinesFor } from './form.ts';

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/**
 * Lists the names that the form suggests, as `models` and `channels`: models without a price first, then the names in
 * the last report, then the names in the logs.
 */
export function listSoldNames(entries: readonly FileEntry[], lastReport: PageReport | undefined) {
  const sold = entries.flatMap(({ role, content }) =>
    content && (role === 'logs' || role === 'ledgers') ? [content.sold] : [],
  );
  const { byModel = [], byChannel = [] } = lastReport?.report ?? {};
  return {
    models: unique([
      ...(lastReport?.unpriced ?? []).map(({ model }) => model),
      ...byModel.filter(({ requests }) => requests > 0).map(({ model }) => model),
      ...sold.flatMap(({ models }) => models),
    ]),
    channels: unique([
      ...byChannel.map(({ channelId }) => channelId),
      ...sold.flatMap(({ channels }) => channels),
    ]),
  };
}

/** Lists names of models in bills that were not sold. */
const listUnsoldNames = ({ report: { findings } }: PageReport): string[] =>
  findings
    .filter(({ code }) => code === 'billed_not_sold')
    .flatMap(({ details }) => (details?.byModel as readonly { readonly model: string }[] | undefined) ?? [])
    .map(({ model }) => model);

/** Currencies of bills and payments that were left out for want of a rate. */
const leftOutCurrencies = ({ report: { summary } }: PageReport): string[] =>
  Object.entries(summary.excluded)
    .filter(([, sums]) => [sums.upstreamCharges, sums.payments].some((sum) => sum !== null && sum !== '0'))
    .map(([currency]) => currency);

/**
 * Adds lines that the user must fill in to three tables of the settings form, and returns these tables: prices of
 * models, rates of foreign currencies, and names of models that are in a bill but were not sold, or that were sold but
 * are in no bill.
 */
export function addMissingLines(
  { currency, rates, prices, pricesCurrency, paymentsCurrency, names, rest }: SettingsForm,
  entries: readonly FileEntry[],
  lastReport: PageReport | undefined,
): Pick<SettingsForm, Exclude<SheetName, 'balances'>> {
  const { models } = listSoldNames(entries, lastReport);
  const stated = [pricesCurrency, paymentsCurrency].filter((one) => one !== (currency || 'USD'));
  const foreign = [...(lastReport ? leftOutCurrencies(lastReport) : []), ...stated];
  const unbilled = (lastReport ? listGaps(lastReport.report) : []).flatMap((gap) =>
    gap.about === 'unbilled' && !gap.isLeftOut ? gap.models : [],
  );
  const isElsewhere = (model: string) => rest.models?.some((entry) => entry.model === model) ?? false;
  return {
    rates: withLinesFor(
      'rates',
      rates,
      unique(foreign.filter((one) => one !== '' && !isCurrencyMissing(one))),
    ),
    prices: withLinesFor(
      'prices',
      prices,
      models.filter((model) => !isElsewhere(model)),
    ),
    names: [
      ...withLinesFor('names', names, lastReport ? listUnsoldNames(lastReport) : []),
      ...unbilled.filter((model) => !names.some((line) => line[1] === model)).map((model) => ['', model]),
    ],
  };
}
