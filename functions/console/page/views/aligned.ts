/** Spaces as wide as a digit and as a point, where digits are all of one width. */
const [DIGIT, POINT] = ['\u2007', '\u2008'];

/**
 * Decimals that stand below each other in a right-aligned column, their points in one line: the shorter ones are
 * filled up with blanks. What is no decimal stays as it is.
 */
export function aligned(texts: readonly string[]): string[] {
  const placesOf = (text: string): number => (/^[-−]?[\d,]+\.(\d+)$/.exec(text)?.[1] ?? '').length;
  const most = Math.max(0, ...texts.map(placesOf));
  return texts.map((text) => {
    if (most === 0 || !/^[-−]?[\d,]+(?:\.\d+)?$/.test(text)) return text;
    const places = placesOf(text);
    return text + (places === 0 ? POINT : '') + DIGIT.repeat(most - places);
  });
}
