/** Languages of the product: every sentence for users exists in each of them. */
export const LANGUAGES = ['en', 'zh'] as const;
/** A language of the product, by its code. */
export type Language = (typeof LANGUAGES)[number];

/** Language used if the caller names none. */
export const DEFAULT_LANGUAGE: Language = 'en';
