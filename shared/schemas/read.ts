import * as v from 'valibot';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../language.ts';
import { DETAILS_MAX } from '../limits.ts';
import { Rejection } from '../rejections.ts';
import { makeSentence, type Sentence, withPrefix } from '../sentence.ts';
import { buildFastCheck } from './fast-checks.ts';
import { maskSegment } from './plain-name.ts';

const formatPath = (issue: v.BaseIssue<unknown>): string => {
  let path = '';
  for (const { key } of issue.path ?? []) {
    if (typeof key === 'number') path += `[${key}]`;
    else path += `${path && '.'}${maskSegment(String(key))}`;
  }
  return path;
};

/** A problem of a value: its path and the requirement, never the value. */
interface Problem {
  /** Path within the value; empty for the value itself. */
  readonly path: string;
  readonly sentence: Sentence;
}

type Checked<T> = { readonly output: T } | { readonly problems: readonly Problem[] };

/** Validates a value: its output, or at most `DETAILS_MAX + 1` problems with messages in all languages. */
export function validate<TSchema extends v.GenericSchema>(
  schema: TSchema,
  value: unknown,
): Checked<v.InferOutput<TSchema>> {
  const result = v.safeParse(schema, value);
  if (result.success) return { output: result.output };
  // Messages are created during validation, so validate again for each further language.
  const byLanguage = Object.fromEntries(
    LANGUAGES.map((lang) => [
      lang,
      lang === DEFAULT_LANGUAGE ? result : v.safeParse(schema, value, { lang }),
    ]),
  );
  return {
    problems: result.issues.slice(0, DETAILS_MAX + 1).map((issue, index) => ({
      path: formatPath(issue),
      sentence: makeSentence((language) => byLanguage[language]?.issues?.[index]?.message ?? issue.message),
    })),
  };
}

/** Validates a parsed body and returns the output. Throws a `Rejection` whose details name the wrong paths. */
export function readBody<TSchema extends v.GenericSchema>(
  schema: TSchema,
  value: unknown,
): v.InferOutput<TSchema> {
  const result = validate(schema, value);
  if ('output' in result) return result.output;
  const { problems } = result;
  const more = problems.length > DETAILS_MAX ? `; the first ${DETAILS_MAX} are listed` : '';
  throw new Rejection(
    'invalid_request',
    `The request does not follow the contract${more}.`,
    // Example: `downstreamUsage[3].chargedAmount: must be …`.
    problems.slice(0, DETAILS_MAX).map(({ path, sentence }) => withPrefix(path || 'body', sentence)),
  );
}

/** Returns a fast `readBody`, of a sixth of its time: it returns a valid body itself instead of a copy. */
export function createBodyReader<TSchema extends v.GenericSchema>(schema: TSchema) {
  const isValid = buildFastCheck(schema);
  return (value: unknown): v.InferOutput<TSchema> =>
    isValid(value) ? (value as v.InferOutput<TSchema>) : readBody(schema, value);
}
