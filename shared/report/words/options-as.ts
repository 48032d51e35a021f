/** Options of the month command, as sentences about files and settings name them. */
const OPTION = /--[a-z]+(?:-[a-z]+)*(?: status\.json)?/g;
const NAME = /^--([a-z-]+)/;
const MAPPING = { from: '--mapping ', to: '=mapping.json' } as const;
/** What stands behind a file of a mapping: the page that tells of them. */
const IN_BRACKETS = /^ ?[(（][^)）]*[)）]/;

/** The option of a mapping without its file, whose name may hold anything, and without the page that tells of it. */
function withoutMappingFile(text: string): string {
  const from = text.indexOf(MAPPING.from);
  const to = text.indexOf(MAPPING.to, from);
  if (from < 0 || to < 0) return text;
  return `${text.slice(0, from)}--mapping${text.slice(to + MAPPING.to.length).replace(IN_BRACKETS, '')}`;
}

/**
 * A sentence in the words of another door than the month command.
 * @param called what an option is called there; the option itself where there is none
 */
export const optionsAs = (text: string, called: (option: string) => string | undefined): string =>
  withoutMappingFile(text).replaceAll(OPTION, (option) => called(NAME.exec(option)?.[1] ?? '') ?? option);
