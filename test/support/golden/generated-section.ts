import { readFileSync } from 'node:fs';
import { expectFileText } from './expect-file-text.ts';

/**
 * Replaces the lines between `<!-- name:start -->` and `<!-- name:end -->` of a document. If the result is compared
 * with the file by `expectFileText`, an outdated section fails, and `npm run generate` rewrites it.
 *
 * @param text of the document, if another section was replaced before
 */
export function replaceSection(
  file: string,
  name: string,
  lines: readonly string[],
  text = readFileSync(file, 'utf8'),
): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [head, rest = ''] = text.split(start);
  const [, tail] = rest.split(end);
  if (tail === undefined) throw new Error(`${file} has no section between ${start} and ${end}.`);
  return `${head}${start}\n\n${lines.join('\n')}\n\n${end}${tail}`;
}

/** Expects that the generated sections of a document, by name, contain these lines. */
export const expectSections = (
  file: string,
  sections: Readonly<Record<string, readonly string[]>>,
): Promise<void> =>
  expectFileText(
    file,
    Object.entries(sections).reduce(
      (text, [name, lines]) => replaceSection(file, name, lines, text),
      readFileSync(file, 'utf8'),
    ),
  );
