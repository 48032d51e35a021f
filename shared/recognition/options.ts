import type { RowField } from '../normalizer/intake/native.ts';
import { makeSentence, type Sentence, withPrefix } from '../sentence.ts';
import { type FileKind, KIND_TEXTS } from './kinds.ts';
import type { RecognizedFile } from './recognize-file.ts';

/** Options and settings that take files. */
export type FileOption = 'logs' | 'upstream' | 'payments' | 'channels';

/** Option for the rows of each field. */
export const OPTION_BY_FIELD = {
  logs: 'logs',
  channels: 'channels',
  upstreamCharges: 'upstream',
  payments: 'payments',
} as const satisfies Record<RowField, FileOption>;

/** Options that accept a file of each kind, the most likely first. */
const OPTIONS_BY_KIND: Readonly<Partial<Record<FileKind, readonly FileOption[]>>> = {
  logs: ['logs', 'upstream'],
  ledgers: ['logs'],
  bill: ['upstream'],
  payments: ['payments'],
  channels: ['channels'],
};

/**
 * Describes why a file was passed with the wrong option, and which option accepts it.
 * @param file name of the file in messages
 * @param given option that the file was passed with
 * @returns `undefined` if the option accepts the file, or if its kind is unknown
 */
export function describeMisplacedFile(
  file: string,
  { kind, unused }: RecognizedFile,
  given: FileOption,
): Sentence | undefined {
  if (kind === 'unknown' || kind === 'unread') return undefined;
  const options = OPTIONS_BY_KIND[kind] ?? [];
  if (options.includes(given)) return undefined;
  const [right] = options;
  if (right === undefined)
    return (
      unused &&
      withPrefix(
        file,
        makeSentence((language) => unused[language] + LEAVE_OUT[language](given)),
      )
    );
  const called = KIND_TEXTS[kind as keyof typeof KIND_TEXTS];
  return withPrefix(
    file,
    makeSentence((language) => called[language] + GIVE_WITH[language](given, right)),
  );
}

const LEAVE_OUT = {
  en: (given: FileOption) => `. Remove it from --${given}`,
  zh: (given: FileOption) => `。请从 --${given} 中移除`,
};
const GIVE_WITH = {
  en: (given: FileOption, right: FileOption) => `. Supply it with --${right} instead of --${given}`,
  zh: (given: FileOption, right: FileOption) => `。请改用 --${right} 提供，不要放在 --${given} 中`,
};
