import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Rooms that still break these rules. A test fails as soon as a room on the list no longer does. */
const ROOMS_TO_MEND = [
  'shared/bills',
  'shared/engine',
  'shared/gateways',
  'shared/normalizer',
  'shared/pipeline',
];

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

const isIn = (room: string, file: string): boolean => file.startsWith(`${room}/`);
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
  const finished = exported.filter(({ file }) => !ROOMS_TO_MEND.some((room) => isIn(room, file)));
  expect(exported.length).toBeGreaterThan(1000);
  expect(findProblems(finished)).toEqual([]);
});

test.each(ROOMS_TO_MEND)('%s is still to be mended: otherwise take it off the list above', (room) => {
  const others = exported.filter(({ file }) => !ROOMS_TO_MEND.some((other) => isIn(other, file)));
  const mended = exported.filter(({ file }) => isIn(room, file));
  expect(findProblems([...others, ...mended])).not.toEqual([]);
});
