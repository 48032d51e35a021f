import * as v from 'valibot';
import { tryParseInstant } from '../../civil-time.ts';
import { didYouMean, findSimilarName } from '../../did-you-mean.ts';
import type { Connector } from '../../gateways/connector.ts';
import { connectorIds, connectors } from '../../gateways/registry.ts';
import { LANGUAGES } from '../../language.ts';
import { currencySchema, type PriceSettings, pricesSchema } from '../../prices/price-settings.ts';
import { ratesSchema } from '../../prices/rates.ts';
import {
  type AcknowledgementFile,
  acknowledgementsSchema,
} from '../../report/acknowledged/acknowledgement-rules.ts';
import { buildChoiceSchema } from '../../schemas/closed.ts';
import { amountSchema, factorSchema, nameSchema, oneOf } from '../../schemas/fields.ts';
import { maskSegment } from '../../schemas/plain-name.ts';
import { validate } from '../../schemas/read.ts';
import { mustBeOneOf, NOT_AN_ARRAY, NOT_AN_OBJECT, NOT_EMPTY, NOT_TEXT } from '../../schemas/sentences.ts';
import { zoneSchema } from '../../schemas/zone.ts';
import { makeSentence, type Sentence, toSchemaMessage, withPrefix } from '../../sentence.ts';

const TEXT = toSchemaMessage(NOT_TEXT);
const FILES = toSchemaMessage({
  en: 'must name files: a file name, or a list of file names',
  zh: '必须是一个文件名，或由文件名组成的列表',
});
const path = v.pipe(v.string(FILES), v.minLength(1, toSchemaMessage(NOT_EMPTY)));
/** Builds a schema for a value or the name of the file that contains it. */
const fileOr = <TOutput>(schema: v.GenericSchema<unknown, TOutput>) =>
  buildChoiceSchema<v.GenericSchema<unknown, TOutput | string>>([path, schema], (value) =>
    typeof value === 'string' ? path : schema,
  );
const files = v.union([path, v.array(path, FILES)], FILES);
const BILLS = toSchemaMessage({
  en: 'must name files: a file name, {"file": …, "channel": …, "quotaPerUnit": …, "currency": …, "factor": …}, a channel with its balance, {"channel": …, "balance": {"opening": …, "toppedUp": […], "closing": …}}, or a list of these',
  zh: '必须是文件名、{"file": …, "channel": …, "quotaPerUnit": …, "currency": …, "factor": …}、渠道及其余额 {"channel": …, "balance": {"opening": …, "toppedUp": […], "closing": …}}，或由它们组成的列表',
});
const UNIT = toSchemaMessage({
  en: 'must be a number above 0, such as 500000',
  zh: '必须是大于 0 的数字，如 500000',
});
const unit = v.pipe(v.number(UNIT), v.gtValue(0, UNIT), v.finite(UNIT));
const billFile = v.strictObject(
  {
    file: path,
    channel: v.exactOptional(nameSchema),
    quotaPerUnit: v.exactOptional(unit),
    currency: v.exactOptional(currencySchema),
    factor: v.exactOptional(factorSchema),
  },
  BILLS,
);
/** A channel whose cost is known only from its balance at the provider. */
const channelBalance = v.strictObject(
  {
    channel: nameSchema,
    currency: v.exactOptional(currencySchema),
    factor: v.exactOptional(factorSchema),
    balance: v.strictObject(
      {
        opening: amountSchema,
        toppedUp: v.exactOptional(v.union([amountSchema, v.array(amountSchema, BILLS)], BILLS)),
        closing: amountSchema,
      },
      BILLS,
    ),
  },
  BILLS,
);
/** Balance of a channel in the settings: opening, top-ups and closing. */
export type ChannelBalance = v.InferOutput<typeof channelBalance>;
const bill = buildChoiceSchema([path, billFile, channelBalance], (value) =>
  typeof value === 'string'
    ? path
    : typeof value === 'object' && value !== null && 'balance' in value
      ? channelBalance
      : billFile,
);
const billList = v.array(bill, BILLS);
const bills = buildChoiceSchema([bill, billList], (value) => (Array.isArray(value) ? billList : bill));
const NAMES_MAX = 10_000;
const NAMES = toSchemaMessage({
  en: 'must map names in bills to models that you sell, such as {"Claude4.6Sonnet": "claude-sonnet-4-6"}; * matches any text',
  zh: '必须写明账单中的各个名称对应哪个售出的模型，如 {"Claude4.6Sonnet": "claude-sonnet-4-6"}；名称中的 * 代表任意文本',
});
const INSTANT = toSchemaMessage({
  en: 'must be a date-time with an offset, such as 2026-10-01T00:00:00Z',
  zh: '必须是带时区偏移的时间，如 2026-10-01T00:00:00+08:00',
});
const instant = v.pipe(
  v.string(INSTANT),
  v.check((text) => tryParseInstant(text) !== undefined, INSTANT),
);
const PERIOD = toSchemaMessage({
  en: 'must be a month such as 2026-10, or {"start": …, "end": …} with date-times',
  zh: '必须是 2026-10 这样的月份，或 {"start": …, "end": …} 形式的两个时间',
});
const SHARE = toSchemaMessage({
  en: 'must be a number from 0 to 1, such as 0.01',
  zh: '必须是 0 到 1 之间的数字，如 0.01',
});
const MAPPINGS = toSchemaMessage({
  en: 'must list files with their mappings, such as {"bill.csv": "bill.mapping.json"}',
  zh: '必须是由文件及其列映射组成的对象，如 {"bill.csv": "bill.mapping.json"}',
});
const CUSTOMERS = toSchemaMessage({ en: 'must be a whole number, such as 1', zh: '必须是整数，如 1' });
const OBJECT = toSchemaMessage(NOT_AN_OBJECT);
/** A text in each language. */
const sentence = v.object(v.entriesFromList(LANGUAGES, v.string(TEXT)), OBJECT);

/** Gateways whose logs a mapping reads, so that they need no connector. */
const MAPPED_GATEWAYS = ['litellm', 'sub2api', 'aiproxy'];

function explainUnknownGateway(written: unknown): Sentence {
  const name = String(written).toLowerCase();
  if (MAPPED_GATEWAYS.includes(name))
    return {
      en: `must be left out, because a log of ${name} is read by a mapping (docs/mapping.md)`,
      zh: `请删除：${name} 的日志由列映射读取（docs/mapping.zh-CN.md）`,
    };
  const base = connectors.find(({ forks = [] }: Connector) =>
    forks.some((fork) => fork.name.toLowerCase() === name),
  );
  const ids = mustBeOneOf(connectorIds);
  const near = base
    ? { en: ` (${name} is read as ${base.id})`, zh: `（${name} 按 ${base.id} 读取）` }
    : didYouMean(written, connectorIds);
  return makeSentence((language) => ids[language] + near[language]);
}

/** Schema of a settings file. Command line and page use the same names. */
export const settingsSchema = v.strictObject(
  {
    /** Name of the JSON Schema by which editors check the file. */
    $schema: v.exactOptional(v.string(TEXT)),
    connector: v.exactOptional(
      v.picklist(connectorIds, (issue) => toSchemaMessage(explainUnknownGateway(issue.input))(issue)),
    ),
    quotaPerUnit: v.exactOptional(unit),
    currency: v.exactOptional(currencySchema),
    /** Currency of payments whose rows name none. */
    paymentsCurrency: v.exactOptional(currencySchema),
    period: v.exactOptional(
      v.union(
        [
          v.pipe(v.string(PERIOD), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, PERIOD)),
          v.strictObject({ start: v.exactOptional(instant), end: v.exactOptional(instant) }, PERIOD),
        ],
        PERIOD,
      ),
    ),
    /** Zone of the report's days; `2026-10` is the month there. */
    timeZone: v.exactOptional(zoneSchema),
    logs: v.exactOptional(files),
    upstream: v.exactOptional(bills),
    payments: v.exactOptional(files),
    channels: v.exactOptional(path),
    mapping: v.exactOptional(v.record(v.string(MAPPINGS), v.string(MAPPINGS), MAPPINGS)),
    out: v.exactOptional(v.string(TEXT)),
    /** Names in bills, each with the model that you sell under another name. */
    names: v.exactOptional(v.pipe(v.record(nameSchema, nameSchema, NAMES), v.maxEntries(NAMES_MAX, NAMES))),
    /** Exchange rates to the report's currency, by which bills and payments are converted. */
    rates: v.exactOptional(ratesSchema),
    prices: v.exactOptional(fileOr<PriceSettings>(pricesSchema)),
    /** Acknowledged causes: rules, or the name of the file `known.json`. */
    known: v.exactOptional(fileOr<AcknowledgementFile>(acknowledgementsSchema)),
    rejectedShare: v.exactOptional(v.pipe(v.number(SHARE), v.minValue(0, SHARE), v.maxValue(1, SHARE))),
    /** Number of customers. Without it, a log with a single customer leads to a question. */
    customers: v.exactOptional(v.pipe(v.number(CUSTOMERS), v.integer(CUSTOMERS), v.minValue(1, CUSTOMERS))),
    /** Name of the gateway's status reply, which contains the quota per unit. */
    status: v.exactOptional(path),
    /** Sentences about data that the reader could not read: payments, and incomplete lists. */
    missing: v.exactOptional(
      v.strictObject(
        {
          payments: v.exactOptional(sentence),
          rows: v.exactOptional(v.array(sentence, toSchemaMessage(NOT_AN_ARRAY))),
        },
        OBJECT,
      ),
    ),
    language: v.exactOptional(oneOf(LANGUAGES)),
  },
  OBJECT,
);
/** Content of a settings file. */
export type SettingsFile = v.InferOutput<typeof settingsSchema>;

const SETTINGS = Object.keys(settingsSchema.entries);
const NAMED = SETTINGS.filter((name) => !name.startsWith('$'));

/** Returns whether a JSON value looks like settings: it has keys of a settings file and contains no rows. */
export function isSettings(content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false;
  const has = (...names: readonly string[]) => names.some((name) => Object.hasOwn(content, name));
  return (
    has('connector', 'quotaPerUnit', 'period', 'logs', 'rates', 'names') &&
    !has('downstreamUsage', 'upstreamCharges') &&
    [(content as { logs?: unknown }).logs ?? []].flat().every((name) => typeof name === 'string')
  );
}

function findUnknownSetting(content: unknown): Sentence | undefined {
  if (typeof content !== 'object' || content === null) return undefined;
  if (Array.isArray(content)) return withPrefix('{}', NOT_AN_OBJECT);
  const unknown = Object.keys(content).find((name) => !SETTINGS.includes(name));
  if (unknown === undefined) return undefined;
  const near = findSimilarName(unknown, SETTINGS);
  return {
    en: `there is no setting ${maskSegment(unknown)}. The settings are ${NAMED.join(', ')}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
    zh: `没有 ${maskSegment(unknown)} 这一项设置。可用的有 ${NAMED.join('、')}。${near === undefined ? '' : `您要的是 ${near} 吗？`}`,
  };
}

/** Validates the content of a settings file. Returns the settings, or a sentence for each mistake, with its path. */
export function parseSettings(
  content: unknown,
): { readonly output: SettingsFile } | { readonly mistakes: readonly Sentence[] } {
  const unknown = findUnknownSetting(content);
  if (unknown) return { mistakes: [unknown] };
  const result = validate(settingsSchema, content);
  return 'output' in result
    ? result
    : { mistakes: result.problems.map(({ path, sentence }) => withPrefix(path || '{}', sentence)) };
}
