import { globSync, readFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { mappableFields, mappingSchema } from '#shared/files/mapping/mapping.ts';
import { settingsSchema } from '#shared/pipeline/settings/settings-file.ts';
import type { Chosen } from '#shared/schemas/closed.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';

/** JSON Schemas of the files that operators write, generated from the schemas that read them, for editors. */
type Json = Record<string, unknown>;
type Schema = Parameters<typeof toJsonSchema>[0];

const hasOptions = (schema: object): schema is Chosen<Schema> =>
  'options' in schema && Array.isArray(schema.options);

/** Converts a schema. Only the command checks conditions that JSON Schema cannot express. */
function convert(schema: Schema): Json {
  const {
    $schema: _,
    $defs,
    ...json
  } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'output',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema }) => {
      if (valibotSchema.type !== 'lazy' || !hasOptions(valibotSchema)) return undefined;
      return { anyOf: valibotSchema.options.map(convert) };
    },
  }) as Json;
  // The options of a lazy schema are inlined, so `$defs` may be unused.
  return JSON.stringify(json).includes('"$ref"') ? { ...json, $defs } : json;
}

/** Descriptions of the keys in the first table of a page, without Markdown. */
function meanings(page: string, heading: string): Map<string, string> {
  const [, section = ''] = readFileSync(page, 'utf8').split(heading);
  const rows = section.matchAll(/^\| (`[^|]+`) \| (.+) \|$/gm);
  const plain = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
  return new Map(
    [...rows].flatMap(([, keys = '', text = '']) =>
      plain(keys)
        .split(', ')
        .map((key) => [key, plain(text)] as const),
    ),
  );
}

function document(
  schema: Schema,
  title: string,
  descriptions: ReadonlyMap<string, string>,
  more: Json = {},
): Json {
  const { properties, ...json } = convert(schema) as { readonly properties: Record<string, Json> };
  const { $schema = {}, ...keys } = properties;
  const described = Object.entries(keys).map(([key, property]) => {
    expect([...descriptions.keys()], `a line for ${key}`).toContain(key);
    return [key, { description: descriptions.get(key), ...property }];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...json,
    properties: { $schema, ...Object.fromEntries(described) },
    ...more,
  };
}

/** Adds the fields of each kind of rows, so that editors complete them. */
const fieldsOfRows = Object.entries(mappableFields)
  .filter(([, fields]) => fields.length > 0)
  .map(([rows, fields]) => ({
    if: { properties: { rows: { const: rows } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { properties: { columns: { propertyNames: { enum: fields.map(({ name }) => name) } } } },
  }));

const documents = {
  'docs/mapping.schema.json': document(
    mappingSchema,
    'Mapping of a table',
    meanings('docs/mapping.md', '## Every key'),
    { allOf: fieldsOfRows },
  ),
  'docs/settings.schema.json': document(
    settingsSchema,
    'Settings of the month command',
    meanings('docs/month.md', '## Settings in a file'),
  ),
};
const validate = (name: keyof typeof documents) => new Ajv2020({ strict: false }).compile(documents[name]);
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

test.each(Object.entries(documents))('%s is generated from the schema that reads the file', (file, json) =>
  expectFileText(file, `${JSON.stringify(json, undefined, 2)}\n`),
);

describe('files that the command reads match the JSON Schema', () => {
  const mapping = validate('docs/mapping.schema.json');
  const settings = validate('docs/settings.schema.json');
  test.each(globSync('examples/mappings/*.json'))('%s', (file) =>
    expect([mapping(read(file)), mapping.errors]).toEqual([true, null]),
  );
  test.each(['examples/month.json', 'examples/direct/month.json'])('%s', (file) =>
    expect([settings(read(file)), settings.errors]).toEqual([true, null]),
  );
  test.each<[object, boolean]>([
    [
      {
        rows: 'upstreamCharges',
        columns: { model: { column: 'a', split: ';', part: -1 } },
        factor: '0.5',
        grain: 'day',
      },
      true,
    ],
    [{ rows: 'payments', columns: { amount: { in: 'In', out: 'Out' } } }, true],
    [{ rows: 'upstreamCharges', columns: { modle: 'a' } }, false],
    [{ rows: 'upstreamCharges', columns: {}, grian: 'day' }, false],
    [{ rows: 'logs', columns: { anything: 'a' } }, true],
  ])('a mapping %j: %s', (content, fits) => expect(mapping(content)).toBe(fits));
  test.each<[object, boolean]>([
    [
      {
        upstream: [
          { file: 'a', channel: '9', factor: 0.7 },
          { channel: '9', balance: { opening: 1, closing: '0' } },
        ],
      },
      true,
    ],
    [{ upstream: { channel: '9', balances: {} } }, false],
    [{ quotaPerUnits: 5 }, false],
  ])('settings %j: %s', (content, fits) => expect(settings(content)).toBe(fits));
});
