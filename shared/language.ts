/** The languages of what the product says of findings; each code has words in all of them. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language if nothing else is asked for. */
export const DEFAULT_LANGUAGE: Language = 'en';
