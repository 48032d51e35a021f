import { readFileSync } from 'node:fs';
import { expectFileText } from './expect-file-text.ts';

/**
 * A document in which the lines between `<!-- name:start -->` and `<!-- name:end -->` are `lines`. Compare it with
 * the file by `expectWritten`: a stale section fails, and `npm run generate` writes it anew.
 *
 * @param text of the file, where another of its sections was filled before.
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

/** That the sections of a document are these, by their names. */
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
