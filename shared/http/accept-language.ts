import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../language.ts';

/** One range of an `Accept` header, as `zh-CN;q=0.9`; a weight that is none counts as 1. */
export function rangeOf(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((text) => text.replace(/\s/g, '').toLowerCase());
  const quality = parameters.find((text) => text.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: Number.isNaN(weight) ? 1 : weight };
}

/**
 * The language that a caller would rather read (RFC 9110, section 12.5.4): the one with the highest weight, of
 * equals the first named. A range without a region speaks for all of them, and `*` for what no other range names.
 * The answer is in English if none of the languages asked for is spoken here.
 */
export function acceptedLanguage(header: string | undefined): Language {
  if (header === undefined) return DEFAULT_LANGUAGE;
  const ranges = header.split(',').map(rangeOf);
  const wanted = ranges.flatMap(({ tag, weight }) => {
    const language = LANGUAGES.find((one) => tag === one || tag.startsWith(`${one}-`));
    return language === undefined ? [] : [{ language, weight }];
  });
  const others = LANGUAGES.filter((one) => !wanted.some(({ language }) => language === one));
  const rest = ranges.find(({ tag }) => tag === '*');
  if (rest) wanted.push(...others.map((language) => ({ language, weight: rest.weight })));
  const [best] = wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return best?.language ?? DEFAULT_LANGUAGE;
}
