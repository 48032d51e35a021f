import * as v from 'valibot';
import { DETAILS_MAX } from '../limits.ts';
import { Rejection } from '../rejections.ts';

const PLAIN_SEGMENT = /^[A-Za-z0-9_-]{1,40}$/;
const KEY_LIKE = /^sk-|[A-Za-z0-9]{24,}/;

/** A name as a step of a path in a refusal: `?` where it might itself be a value or a key. */
export const pathSegment = (name: string): string =>
  PLAIN_SEGMENT.test(name) && !KEY_LIKE.test(name) ? name : '?';

const pathOf = (issue: v.BaseIssue<unknown>): string => {
  let path = '';
  for (const { key } of issue.path ?? []) {
    if (typeof key === 'number') path += `[${key}]`;
    else path += `${path && '.'}${pathSegment(String(key))}`;
  }
  return path || 'body';
};

/** Sentences for people, each starting with a path: `downstreamUsage[3].chargedAmount: must be …`. */
const sentences = (issues: readonly v.BaseIssue<unknown>[], root: string): string[] =>
  issues.slice(0, DETAILS_MAX).map((issue) => {
    const path = pathOf(issue);
    return `${root && path !== 'body' ? `${root}${path.startsWith('[') ? '' : '.'}${path}` : root || path}: ${issue.message}`;
  });

/**
 * What `schema` makes of `value`, or a rejection `invalid_request` whose details name the paths.
 * @param root path of the value itself, when it is a part of the body (`upstreamCharges[3]`).
 */
export function read<TSchema extends v.GenericSchema>(
  schema: TSchema,
  value: unknown,
  root = '',
): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const details = sentences(result.issues, root);
  const more = result.issues.length > DETAILS_MAX ? `; the first ${DETAILS_MAX} are listed` : '';
  throw new Rejection('invalid_request', `The request does not follow the contract${more}.`, details);
}
