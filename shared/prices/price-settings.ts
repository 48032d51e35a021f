import * as v from 'valibot';
import { toCurrencyCode } from '../money/currency.ts';
import { boundedArray, closedObject, describeUnknownSetting } from '../schemas/closed.ts';
import { amountSchema, countSchema, daySchema, nameSchema } from '../schemas/fields.ts';
import { zoneSchema } from '../schemas/zone.ts';
import { toSchemaMessage } from '../sentence.ts';

/** Kinds of tokens that may have a price; prices are per million tokens. */
export const PRICED_KINDS = [
  'input',
  'cacheRead',
  'cacheWrite',
  'cacheWrite1h',
  'output',
  'reasoning',
  'media',
] as const;
/** A kind of tokens that may have a price. */
export type PricedKind = (typeof PRICED_KINDS)[number];

/** Most entries; several times the length of a provider's full price list. */
const ENTRIES_MAX = 20_000;
const STEPS_MAX = 20;
const CHANNELS_MAX = 1000;

const LIST = 'genai-prices';

const CURRENCY = toSchemaMessage({ en: 'must be a currency, such as USD', zh: '必须是 USD 这样的币种' });
const NAMED = toSchemaMessage({
  en: 'must name a model, a channel or both',
  zh: '必须写明模型（model）、渠道（channel）或两者',
});
const PRICED = toSchemaMessage({
  en: 'must have prices, a share of the charge (ofSale), or a factor on the published list (factor)',
  zh: '必须写明价格、占收费的比例（ofSale），或公开价目表的系数（factor）',
});
const ALONE = toSchemaMessage({
  en: 'must have either prices or a share of the charge (ofSale), not both',
  zh: '占收费的比例（ofSale）与价格只能写一种',
});
const KNOWN_LIST = toSchemaMessage({ en: `must be ${LIST}`, zh: `必须是 ${LIST}` });

/** Schema of a currency by code or usual name, such as `USD`, `RMB` or `元`. */
export const currencySchema = v.pipe(
  v.string(CURRENCY),
  v.check((name) => /^[A-Z]{3}$/.test(toCurrencyCode(name)), CURRENCY),
);

const amount = v.exactOptional(amountSchema);
const amounts = v.entriesFromList(PRICED_KINDS, amount);

const stepSchema = closedObject({ tokens: countSchema, ...amounts }, describeUnknownSetting);

const entrySchema = v.pipe(
  closedObject(
    {
      model: v.exactOptional(nameSchema),
      channel: v.exactOptional(v.union([nameSchema, boundedArray(nameSchema, CHANNELS_MAX)])),
      /** Provider whose published list the factor applies to. */
      provider: v.exactOptional(nameSchema),
      ...amounts,
      /** Price of a request, instead of prices of tokens. */
      request: amount,
      above: v.exactOptional(boundedArray(stepSchema, STEPS_MAX)),
      factor: amount,
      /** Share of the charge before the group's ratio. */
      ofSale: amount,
      from: v.exactOptional(daySchema),
      until: v.exactOptional(daySchema),
      timeZone: v.exactOptional(zoneSchema),
      currency: v.exactOptional(currencySchema),
    },
    describeUnknownSetting,
  ),
  v.check(({ model, channel }) => model !== undefined || channel !== undefined, NAMED),
  v.check((entry) => hasPrices(entry) || entry.ofSale !== undefined || entry.factor !== undefined, PRICED),
  v.check((entry) => !(hasPrices(entry) && entry.ofSale !== undefined), ALONE),
);

/** Whether an entry has prices of its own. A share of the charge, or a factor on the published list, is not a price. */
export const hasPrices = (entry: Partial<Record<PricedKind | 'request', unknown>>): boolean =>
  entry.request !== undefined || PRICED_KINDS.some((kind) => entry[kind] !== undefined);

/** Schema of the operator's purchase prices, the `prices` setting (docs/month.md). */
export const pricesSchema = closedObject(
  {
    currency: v.exactOptional(currencySchema),
    list: v.exactOptional(v.literal(LIST, KNOWN_LIST)),
    models: v.exactOptional(boundedArray(entrySchema, ENTRIES_MAX)),
  },
  describeUnknownSetting,
);
/** The operator's purchase prices. */
export type PriceSettings = v.InferOutput<typeof pricesSchema>;
/** Prices of one model, channel or both. */
export type PriceEntry = v.InferOutput<typeof entrySchema>;

/** Whether the settings take any price from the published list. */
export const usesPublishedList = ({ list, models = [] }: PriceSettings): boolean =>
  list !== undefined || models.some((entry) => !hasPrices(entry) && entry.ofSale === undefined);
