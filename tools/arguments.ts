import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { inEach, type Sentence } from '#shared/sentence.ts';
import { meant } from '#shared/suggestion.ts';

/** The options of a command line by their names: a text, several, or a flag. */
type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** Characters that act on a terminal are no part of a name. */
const shown = (name: string): string => name.replaceAll(/[^\w-]/g, '?').slice(0, 60);

function unknown(name: string, names: readonly string[]): Sentence {
  const near = meant(name, names);
  return {
    en: `There is no option --${shown(name)}.${near === undefined ? '' : ` Did you mean --${near}?`}`,
    zh: `没有 --${shown(name)} 这个选项。${near === undefined ? '' : `您要的是 --${near} 吗？`}`,
  };
}
const twice = (name: string): Sentence => ({
  en: `--${shown(name)} is given more than once, with different values. Keep one of them.`,
  zh: `--${shown(name)} 给了多次，且值不同，请只保留其一。`,
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
 * @param strayHint what to say to words that belong to no option
 */
export function argumentsOf(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  strayHint?: Sentence,
): { readonly values: Values; readonly mistake: Sentence | undefined } {
  const { values, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const mistakes = tokens.flatMap((token): Sentence[] => {
    if (token.kind !== 'option') return [];
    const { name, value } = token;
    const option = options[name];
    if (option === undefined) return [unknown(name, Object.keys(options))];
    if (option.type === 'boolean') return value === undefined ? [] : [noFlag(name)];
    // `--from --to …`: the next option was taken for the value of this one.
    const isSwallowed = value?.startsWith('--') && token.inlineValue === false;
    if (value === undefined || isSwallowed) return [noValue(name)];
    const isContradicted = !option.multiple && value !== values[name];
    return isContradicted ? [twice(name)] : [];
  });
  const strays = tokens.filter(({ kind }) => kind === 'positional').length;
  const ofStrays = inEach((language) =>
    [stray(strays)[language], strayHint?.[language]].filter(Boolean).join(language === 'en' ? ' ' : ''),
  );
  return { values, mistake: mistakes[0] ?? (strays > 0 ? ofStrays : undefined) };
}
