/** Matches options of the month command in sentences. */
const OPTION = /--[a-z]+(?:-[a-z]+)*(?: status\.json)?/g;
const NAME = /^--([a-z-]+)/;
const MAPPING = { from: '--mapping ', to: '=mapping.json' } as const;
/** Matches the reference to a document after the file of a mapping. */
const IN_BRACKETS = /^ ?[(（][^)）]*[)）]/;

/** Removes the file of a mapping, whose name may contain anything, and the reference to the document after it. */
function withoutMappingFile(text: string): string {
  const from = text.indexOf(MAPPING.from);
  const to = text.indexOf(MAPPING.to, from);
  if (from < 0 || to < 0) return text;
  return `${text.slice(0, from)}--mapping${text.slice(to + MAPPING.to.length).replace(IN_BRACKETS, '')}`;
}

/**
 * Replaces options of the month command (`--payments`) in a sentence by other names, such as those of the page's
 * fields.
 * @param rename returns the name for an option, or undefined to keep the option
 */
export const replaceOptions = (text: string, rename: (option: string) => string | undefined): string =>
  withoutMappingFile(text).replaceAll(OPTION, (option) => rename(NAME.exec(option)?.[1] ?? '') ?? option);
