/** The reader's file of findings that are known, as text; ids are sorted, so that versions of it compare. */
export const acknowledgementsText = (ids: Iterable<string>): string =>
  `${JSON.stringify({ acknowledged: [...ids].toSorted() }, null, 2)}\n`;

/** The ids of such a text; undefined for anything else. */
export function acknowledgedIds(text: string): string[] | undefined {
  try {
    const value = JSON.parse(text);
    return Array.isArray(value?.acknowledged) ? value.acknowledged.map(String) : undefined;
  } catch {
    return undefined;
  }
}
