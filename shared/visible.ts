/**
 * Characters that nobody sees and that act: controls steer a terminal, marks of direction reorder letters, line
 * separators end a line, and what takes no room makes two names look like one.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text of a row, a file or a path for a terminal or a mail: in one line, and all of it to be seen. */
export const visible = (text: string): string =>
  text.replace(UNSEEN, (letter) => `\\u{${(letter.codePointAt(0) as number).toString(16)}}`);

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON that says the same, in which all is to be seen; its own line breaks stay. */
export const visibleJson = (json: string): string =>
  json.replace(UNSEEN, (letter) => (letter === '\n' ? letter : letter.split('').map(escaped).join('')));
