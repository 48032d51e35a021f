import * as v from 'valibot';
import { didYouMean } from '../../did-you-mean.ts';
import { codes } from '../../engine/checks/registry.ts';
import { boundedArray, closedObject, describeUnknownSetting } from '../../schemas/closed.ts';
import { amountSchema, daySchema, nameSchema, textSchema } from '../../schemas/fields.ts';
import { toSchemaMessage } from '../../sentence.ts';

/** Largest number of rules in a file. */
const RULES_MAX = 1000;

const CODES = [...codes.keys()];
const NOT_A_CODE = {
  en: 'is not a finding code. See docs/findings.md for all codes',
  zh: '不是问题代码。全部代码见 docs/findings.zh-CN.md',
};
/** Only codes of existing findings: a rule for any other code would silently cover nothing. */
const codeSchema = v.pipe(
  nameSchema,
  v.check(
    (code) => codes.has(code),
    (issue) => {
      const suggestion = didYouMean(issue.input, CODES);
      return toSchemaMessage({ en: NOT_A_CODE.en + suggestion.en, zh: NOT_A_CODE.zh + suggestion.zh })(issue);
    },
  ),
);

/** A rule of `known.json`: which causes the operator marked as known, up to which amount, until which day, and why. */
const ruleSchema = closedObject(
  {
    code: codeSchema,
    model: v.exactOptional(nameSchema),
    channelId: v.exactOptional(nameSchema),
    userId: v.exactOptional(nameSchema),
    upTo: v.exactOptional(amountSchema),
    until: v.exactOptional(daySchema),
    note: v.exactOptional(textSchema),
  },
  describeUnknownSetting,
);
/** A rule that marks causes as known. */
export type AcknowledgementRule = v.InferOutput<typeof ruleSchema>;

/** Schema of `known.json`, which the page, the month command and the workflow read. */
export const acknowledgementsSchema = closedObject(
  { known: boundedArray(ruleSchema, RULES_MAX) },
  describeUnknownSetting,
);
/** Content of `known.json`. */
export type AcknowledgementFile = v.InferOutput<typeof acknowledgementsSchema>;
