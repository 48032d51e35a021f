import { digests } from '../../engine/digest.ts';
import { mergeRowSurveys } from '../../engine/survey/survey.ts';
import type { Shown, ShownId } from '../evidence-rows.ts';
import type { Estimator } from '../reconcile/estimator.ts';
import { concluded, type Digested } from '../reconcile/reconcile.ts';
import type { Run } from '../run-on.ts';
import type { Whole } from '../whole.ts';
import type { DigestedShard } from './shard-books.ts';

/** What shards come to, one after another. */
export class MergedShards {
  #all: Digested | undefined;
  /** Rows of findings, by ids that are in one shard alone: as text, for there may be some for each row of the books. */
  readonly #texts = new Map<ShownId, string>();

  add({ rows, digest, survey }: DigestedShard): void {
    for (const [id, text] of rows) this.#texts.set(id, text);
    if (this.#all === undefined) this.#all = { digest, survey };
    else {
      digests.merge(this.#all.digest, digest);
      this.#all = { digest: this.#all.digest, survey: mergeRowSurveys(this.#all.survey, survey) };
    }
  }

  /** Once all have been added. */
  run(whole: Whole, estimator?: Estimator): Run {
    const reconciled = concluded(this.#all as Digested, whole, estimator);
    return {
      whole,
      reconciled,
      shown: () => (id) => JSON.parse(this.#texts.get(id) ?? '[]') as Shown[],
    };
  }
}
