import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Participles that are refused as the first or the last word of a name: `toldIn`, `rowsShown`. */
const PARTICIPLE =
  /^(?:told|said|stated|shown|known|kept|gathered|knowing|telling|asked|given|counted|made)(?=[A-Z]|$)|(?:Told|Said|Stated|Shown|Known|Kept|Gathered|Asked)$/;

/** Names that each file of a registry exports, or that have an implementation for Node and one for browsers. */
const SHARED_NAMES = ['route', 'bodies', 'handler', 'sha256', 'gunzipStream'];

interface Export {
  readonly file: string;
  readonly name: string;
  readonly hasDocstring: boolean;
}

const EXPORT =
  /(\*\/\n)?^(?:\/\/ biome-ignore .*\n)?export (?:abstract |async )?(?:function\*?|const|class|interface|type) (\w+)/gm;

const exported: readonly Export[] = globSync('{shared,functions,infra,tools}/**/*.ts', {
  exclude: ['**/node_modules/**', '**/*.d.ts'],
}).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(EXPORT)].map(([, docstring, name = '']) => ({
    file: file.replaceAll('\\', '/'),
    name,
    hasDocstring: docstring !== undefined,
  })),
);

const toText = ({ file, name }: Export): string => `${file}: ${name}`;

/** Finds names that are not verbs or nouns, lack a docstring, or are defined in several of the files. */
function findProblems(entries: readonly Export[]): string[] {
  const files = Map.groupBy(entries, ({ name }) => name);
  return [
    ...entries
      .filter(({ name }) => PARTICIPLE.test(name))
      .map((entry) => `${toText(entry)} is a participle: use a verb for a function, a noun for a value`),
    ...entries
      .filter(({ hasDocstring }) => !hasDocstring)
      .map((entry) => `${toText(entry)} has no docstring`),
    ...[...files]
      .filter(
        ([name, same]) => !SHARED_NAMES.includes(name) && new Set(same.map(({ file }) => file)).size > 1,
      )
      .map(([name, same]) => `${name} is defined more than once: ${same.map(({ file }) => file).join(', ')}`),
  ];
}

test('exported names are verbs or nouns, are defined once, and have a docstring', () => {
  expect(exported.length).toBeGreaterThan(1000);
  expect(findProblems(exported)).toEqual([]);
});
