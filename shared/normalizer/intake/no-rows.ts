import { maskSegment } from '../../schemas/plain-name.ts';
import { NOT_A_ROW_LIST } from '../../schemas/sentences.ts';
import { makeSentence, type Sentence } from '../../sentence.ts';
import { isObject, type NativeObject } from './native.ts';

const KEYS_MAX = 10;

const isList = (value: unknown): boolean => Array.isArray(value) && value.some(isObject);

/** Returns whether an object is a HAR file, in which a browser saves requests and their replies. */
export const isHar = ({ log }: NativeObject): boolean => isObject(log) && Array.isArray(log.entries);

/** Explains what an object without rows is, and what to send instead, as the end of a sentence: `is a HAR file …`. */
export function explainNoRows(object: NativeObject): Sentence {
  if (isHar(object))
    return {
      en: 'is a HAR file. Send the replies that it contains, extracted with jq: `[.log.entries[].response.content.text | fromjson]`',
      zh: '是 HAR 文件。请提供其中的响应，可用 jq 取出：`[.log.entries[].response.content.text | fromjson]`',
    };
  if (typeof object.response === 'object' && object.response !== null)
    return {
      en: 'is a reply wrapped in `response`. Send only the content of `response`',
      zh: '是包在 `response` 里的响应。请只提供 `response` 的内容',
    };
  const [table] = Object.keys(object).filter((key) => isList(object[key]));
  if (table !== undefined)
    return {
      en: `looks like the export of a table. Send only the array in \`${maskSegment(table)}\``,
      zh: `像是数据表的导出。请只提供 \`${maskSegment(table)}\` 中的数组`,
    };
  const keys = Object.keys(object).map(maskSegment);
  const [listed, unlisted] = [keys.slice(0, KEYS_MAX).join(', '), keys.length - KEYS_MAX];
  const keyList: Sentence =
    keys.length === 0
      ? { en: '; it is empty', zh: '；它是空的' }
      : {
          en: `; its keys are ${listed}${unlisted > 0 ? ` and ${unlisted} more` : ''}`,
          zh: `；它的键是 ${listed}${unlisted > 0 ? ` 等 ${keys.length} 个` : ''}`,
        };
  return makeSentence((language) => NOT_A_ROW_LIST[language] + keyList[language]);
}

/** Replies of gateways that look like a row. */
const REPLIES: readonly (readonly [is: (reply: NativeObject) => boolean, sentence: Sentence])[] = [
  [
    (reply) => Object.hasOwn(reply, 'quota_per_unit'),
    {
      en: 'is the status reply of a gateway and has no rows. Supply it with --status, or set `quotaPerUnit` to its `quota_per_unit`',
      zh: '是网关的状态响应，没有记录。请用 --status 提供，或把其中的 `quota_per_unit` 填入 `quotaPerUnit`',
    },
  ],
  [
    (reply) => Object.keys(reply).every((key) => ['quota', 'rpm', 'tpm'].includes(key)),
    {
      en: 'contains only the totals of a log, not its rows. Export the log itself',
      zh: '只有日志的合计，没有记录。请导出日志本身',
    },
  ],
  [
    (reply) => Object.hasOwn(reply, 'username') && Object.hasOwn(reply, 'used_quota'),
    {
      en: 'is the account of a user, not a log. Export the log itself',
      zh: '是单个用户的账户信息，没有记录。请导出日志本身',
    },
  ],
];

/** Explains, like `explainNoRows`, that an object looks like one row where an array of rows is expected. */
export const explainSingleRow = (object: NativeObject): Sentence =>
  REPLIES.find(([is]) => is(object))?.[1] ?? {
    en: 'must be an array of rows, not one row',
    zh: '必须是由行组成的数组，而不是单独一行',
  };

/** Returns whether a text begins and ends like an object or array. Parsing it would take too long. */
const looksLikeJson = (text: string): boolean =>
  (text.startsWith('{') && text.endsWith('}')) || (text.startsWith('[') && text.endsWith(']'));

/** Explains, like `explainNoRows`, what a text is that was sent instead of rows, and what to do. */
export function explainText(text: string): Sentence {
  const trimmed = text.trim();
  const [line = ''] = trimmed.split('\n', 1);
  if (line !== trimmed && looksLikeJson(line.trim()))
    return {
      en: 'is JSON Lines as text. Convert it to an array with `jq -s`',
      zh: '是 JSON Lines 文本。请用 `jq -s` 转成数组',
    };
  return looksLikeJson(trimmed)
    ? { en: 'is JSON as text. Parse it first', zh: '是 JSON 文本。请先解析' }
    : { en: `${NOT_A_ROW_LIST.en}, not text`, zh: `${NOT_A_ROW_LIST.zh}，而不是文本` };
}

/** Returns whether an item is the header or database entry that phpMyAdmin exports before the table. */
export const isPhpMyAdminHead = (item: NativeObject): boolean =>
  (item.type === 'header' && typeof item.version === 'string') ||
  (item.type === 'database' && typeof item.name === 'string' && Object.keys(item).length === 2);

/** Returns whether an array is a table export of phpMyAdmin: a header, a database, and a table that contains the rows. */
export const isPhpMyAdminExport = (items: readonly unknown[]): boolean =>
  items.some((item) => isObject(item) && item.type === 'table' && isList(item.data)) &&
  items.some((item) => isObject(item) && item.type === 'header');
