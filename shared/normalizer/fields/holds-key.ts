const API_KEY = /(?:^|[^A-Za-z0-9])sk-[\w-]{16}/;

/**
 * Whether a text holds what looks like an API key: `sk-` after no letter or digit, then 16 or more letters,
 * digits, `_` or `-`. Such a text names nothing: it reached the export by mistake, and is refused, not repeated.
 */
export const holdsKey = (text: string): boolean => text.includes('sk-') && API_KEY.test(text);
