import * as v from 'valibot';
import { codes } from '../engine/checks/registry.ts';
import { boundedArray, closedObject, noSetting } from '../schemas/closed.ts';
import { daySchema } from '../schemas/day.ts';
import { amountSchema, nameSchema, textSchema } from '../schemas/fields.ts';
import { worded } from '../sentence.ts';
import { meantInBrackets } from '../suggestion.ts';

/** More rules than a person keeps. */
const RULES_MAX = 1000;

const CODES = [...codes.keys()];
const NO_CODE = {
  en: 'is no code of a finding; docs/findings.md lists them',
  zh: '不是问题的代码；代码见 docs/findings.zh-CN.md',
};
/** A rule for a code that no finding has would cover nothing, without a word. */
const codeSchema = v.pipe(
  nameSchema,
  v.check(
    (code) => codes.has(code),
    (issue) => {
      const near = meantInBrackets(issue.input, CODES);
      return worded({ en: NO_CODE.en + near.en, zh: NO_CODE.zh + near.zh })(issue);
    },
  ),
);

/** A cause that its operator knows: what it is about, up to which amount, until which day, and why. */
const knownRuleSchema = closedObject(
  {
    code: codeSchema,
    model: v.exactOptional(nameSchema),
    channelId: v.exactOptional(nameSchema),
    userId: v.exactOptional(nameSchema),
    upTo: v.exactOptional(amountSchema),
    until: v.exactOptional(daySchema),
    note: v.exactOptional(textSchema),
  },
  noSetting,
);
export type KnownRule = v.InferOutput<typeof knownRuleSchema>;

/** `known.json`: what page, month and workflow read and write. */
export const knownSchema = closedObject({ known: boundedArray(knownRuleSchema, RULES_MAX) }, noSetting);
export type KnownRules = v.InferOutput<typeof knownSchema>;
