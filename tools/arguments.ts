import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Sentence } from '#shared/sentence.ts';

/** The options of a command line by their names: a text, several, or a flag. */
type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** Characters that act on a terminal are no part of a name. */
const shown = (name: string): string => name.replaceAll(/[^\w-]/g, '?').slice(0, 60);

const unknown = (name: string): Sentence => ({
  en: `There is no option --${shown(name)}.`,
  zh: `没有 --${shown(name)} 这个选项。`,
});
const noValue = (name: string): Sentence => ({
  en: `--${shown(name)} needs a value.`,
  zh: `--${shown(name)} 后面需要一个值。`,
});
const noFlag = (name: string): Sentence => ({
  en: `--${shown(name)} takes no value.`,
  zh: `--${shown(name)} 后面不带值。`,
});
const stray = (count: number): Sentence => ({
  en: `${count === 1 ? 'One word belongs' : `${count} words belong`} to no option.`,
  zh: `有 ${count} 个词不属于任何选项。`,
});

/**
 * What a command line says, and its first mistake: Node's own sentences for it are in English only. The values are
 * there even so, because one of them may name the language of the sentence.
 */
export function argumentsOf(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
): { readonly values: Values; readonly mistake: Sentence | undefined } {
  const { values, tokens } = parseArgs({
    ...{ args: [...args], options, strict: false, tokens: true, allowPositionals: true },
  });
  const mistakes = tokens.flatMap((token): Sentence[] => {
    if (token.kind !== 'option') return [];
    const { name, value } = token;
    const option = options[name];
    if (option === undefined) return [unknown(name)];
    if (option.type === 'boolean') return value === undefined ? [] : [noFlag(name)];
    // `--from --to …`: the next option was taken for the value of this one.
    const isSwallowed = value?.startsWith('--') && token.inlineValue === false;
    return value === undefined || isSwallowed ? [noValue(name)] : [];
  });
  const strays = tokens.filter(({ kind }) => kind === 'positional').length;
  return { values, mistake: mistakes[0] ?? (strays > 0 ? stray(strays) : undefined) };
}
