import { keys } from '#shared/ledger/keys.ts';
import { readJson, type Store, UnfitObject, writeJson } from '#shared/ledger/store/store.ts';
import { Rejection } from '#shared/rejections.ts';

/** What is told of a task that no repetition mends. */
interface Failure {
  readonly number: number;
  readonly sentence: string;
}

/** Sentences that a refused execution shows. */
const SENTENCES_MAX = 10;

const sentenceOf = ({ message, details }: Rejection): string =>
  details.length > 0 ? details.join('; ') : message;

/** What a lasting fault says; nothing of a fault that may pass. */
export const lastingSentence = (error: unknown): string | undefined =>
  error instanceof Rejection ? sentenceOf(error) : error instanceof UnfitObject ? error.message : undefined;

export const leaveFailure = (store: Store, stage: string, failure: Failure): Promise<void> =>
  writeJson(store, keys.failure(stage, failure.number), failure);

/**
 * Refuses to go on behind a stage of which a task has failed for good.
 * @throws Rejection that names the task, and what is to be mended
 */
export async function refuseFailures(store: Store, stage: string | undefined): Promise<void> {
  const failed = stage === undefined ? [] : await store.list(keys.failures(stage));
  if (failed.length === 0) return;
  const sentences: string[] = [];
  for (const { key } of failed.slice(0, SENTENCES_MAX)) {
    const { number, sentence } = await readJson<Failure>(store, key);
    sentences.push(`${stage} ${number}: ${sentence}`);
  }
  throw new Rejection('invalid_request', `Tasks that cannot be done: ${failed.length}.`, sentences);
}
