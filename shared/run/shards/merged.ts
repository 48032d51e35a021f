import { digests } from '../../engine/digest.ts';
import { mergeRowSurveys } from '../../engine/survey/survey.ts';
import type { Shown, ShownId, ShownRows } from '../evidence-rows.ts';
import type { Digested } from '../reconcile/reconcile.ts';

/** Adds a digest to those before it, which it takes the place of. */
export function added(all: Digested | undefined, more: Digested): Digested {
  if (all === undefined) return more;
  digests.merge(all.digest, more.digest);
  return { digest: all.digest, survey: mergeRowSurveys(all.survey, more.survey) };
}

/** Rows of findings that are kept as text: there may be some for each row of the books. @param texts by ids, each in one shard alone */
export const shownFrom =
  (texts: ReadonlyMap<ShownId, string>): ShownRows =>
  () =>
  (id) =>
    JSON.parse(texts.get(id) ?? '[]') as Shown[];
