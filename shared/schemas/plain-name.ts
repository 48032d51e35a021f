const LENGTH_MAX = 40;
/** Camel-case words, also after an acronym, with few digits (`expr_b64`, `oauth2`); sizes (`128k`); dates. */
const PIECE =
  /^(?:(?:[A-Z]{1,12}|[a-z]{1,15}|[A-Z]{1,4}[a-z]{1,14})(?:[A-Z]{1,4}[a-z]{1,14}){0,4}[A-Z]{0,4}\d{0,3}[a-z]?|\d{1,8}|\d{1,3}[a-z]{1,2}|\d{1,3}[A-Z])$/;
/** Prefixes of API keys. */
const PREFIX = /(?:^|[_-])(?:sk|pk|rk)[_-]/i;

/** Returns whether a name is a short identifier (`cache_tokens_5m`, `gpt-4o-2024-05-13`), not a key or free text. */
export const isPlainName = (name: string): boolean => {
  if (name.length > LENGTH_MAX || PREFIX.test(name)) return false;
  const pieces = name.split(/[_-]/).filter((piece) => piece !== '');
  return pieces.length > 0 && pieces.every((piece) => PIECE.test(piece));
};

/** Returns a property name as it may appear in the path of an error message: `?` if the name itself may be a secret. */
export const maskSegment = (name: string): string => (isPlainName(name) ? name : '?');

/** Replaces each word of a name, such as a column head, by `?` if the word may be a secret. */
export const maskName = (name: string): string => name.replaceAll(/\w[\w-]*/g, maskSegment);
