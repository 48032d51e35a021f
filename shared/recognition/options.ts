import type { RowField } from '../normalizer/intake/native.ts';
import { makeSentence, prefixPlace, type Sentence } from '../sentence.ts';
import type { Judgement } from './judge.ts';
import { CALLED, type Kind } from './kinds.ts';

/** The options of a call that take files; also the settings of those names. */
export type FileOption = 'logs' | 'upstream' | 'payments' | 'channels';

/** The option whose files hold the rows of a field. */
export const OPTION_OF = {
  logs: 'logs',
  channels: 'channels',
  upstreamCharges: 'upstream',
  payments: 'payments',
} as const satisfies Record<RowField, FileOption>;

/** Which options take a file of each kind; the first is where it most likely belongs. What nobody knows is tried where it is given. */
const OPTIONS_OF: Readonly<Partial<Record<Kind, readonly FileOption[]>>> = {
  logs: ['logs', 'upstream'],
  ledgers: ['logs'],
  bill: ['upstream'],
  payments: ['payments'],
  channels: ['channels'],
};

/**
 * Why a file does not belong to the option that it was given with, and which one takes it.
 * @param place of the file, as messages name it
 * @returns `undefined` where the option takes it, or nobody knows what it is
 */
export function misplaced(
  place: string,
  { kind, unused }: Judgement,
  given: FileOption,
): Sentence | undefined {
  if (kind === 'unknown' || kind === 'unread') return undefined;
  const options = OPTIONS_OF[kind] ?? [];
  if (options.includes(given)) return undefined;
  const [right] = options;
  if (right === undefined)
    return (
      unused &&
      prefixPlace(
        place,
        makeSentence((language) => unused[language] + LEAVE_OUT[language](given)),
      )
    );
  const called = CALLED[kind as keyof typeof CALLED];
  return prefixPlace(
    place,
    makeSentence((language) => called[language] + GIVE_WITH[language](given, right)),
  );
}

const LEAVE_OUT = {
  en: (given: FileOption) => `; leave it out of --${given}`,
  zh: (given: FileOption) => `；请不要放在 --${given} 中`,
};
const GIVE_WITH = {
  en: (given: FileOption, right: FileOption) => `, which --${given} does not take; give it with --${right}`,
  zh: (given: FileOption, right: FileOption) => `，不能放在 --${given} 中；请用 --${right} 提供`,
};
