import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../language.ts';

/** Parses `zh-CN;q=0.9` or `gzip`: the tag in lower case, and its weight, 1 if missing or invalid. */
export function parseRange(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((text) => text.replace(/\s/g, '').toLowerCase());
  const quality = parameters.find((text) => text.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: Number.isNaN(weight) ? 1 : weight };
}

/**
 * Chooses the language by an `Accept-Language` header (RFC 9110, 12.5.4): the supported one of highest weight, the
 * first of equals. `*` means all that the header does not name. English if none is supported.
 */
export function negotiateLanguage(header: string | undefined): Language {
  if (header === undefined) return DEFAULT_LANGUAGE;
  const ranges = header.split(',').map(parseRange);
  const choices = ranges.flatMap(({ tag, weight }) => {
    const language = LANGUAGES.find((code) => tag === code || tag.startsWith(`${code}-`));
    return language === undefined ? [] : [{ language, weight }];
  });
  const others = LANGUAGES.filter((code) => !choices.some(({ language }) => language === code));
  const wildcard = ranges.find(({ tag }) => tag === '*');
  if (wildcard) choices.push(...others.map((language) => ({ language, weight: wildcard.weight })));
  const [best] = choices.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return best?.language ?? DEFAULT_LANGUAGE;
}
