/** Characters that are invisible or change the order of text: controls, direction marks, zero-width characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Escapes the invisible characters of a text for a terminal or a mail, as `\u{1b}`; the result is one line. */
export const escapeInvisible = (text: string): string =>
  text.replace(INVISIBLE, (letter) => `\\u{${(letter.codePointAt(0) as number).toString(16)}}`);

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes the invisible characters of JSON text without changing its value; line breaks stay. */
export const escapeInvisibleInJson = (json: string): string =>
  json.replace(INVISIBLE, (letter) => (letter === '\n' ? letter : letter.split('').map(escapeUnit).join('')));
