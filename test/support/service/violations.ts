import { resolveSchema, type Schema } from './openapi.ts';

export interface Violation {
  /** Path of the invalid value, as refusals print it: `downstreamUsage[0].status`. */
  readonly path: string;
  readonly keyword: string;
  /** Body as JSON text: some invalid numbers (1e400) are not JavaScript values. */
  readonly json: string;
}

type Json = unknown;
type Path = readonly (string | number)[];

const formatPath = (place: Path): string =>
  place.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path ? `${path}.${step}` : step),
    '',
  );

/** Copies `root` and replaces the value at `place`; `undefined` removes it. */
function replaceAt(root: Json, place: Path, part: Json): Json {
  const [step, ...rest] = place;
  if (step === undefined) return part;
  const copy = (Array.isArray(root) ? [...root] : { ...(root as object) }) as Record<string | number, Json>;
  const next = replaceAt(copy[step], rest, part);
  if (next === undefined) delete copy[step];
  else copy[step] = next;
  return copy;
}

const WRONG_TYPE: Readonly<Record<string, Json>> = {
  object: 'text',
  array: {},
  string: { of: 'another type' },
  number: 'text that is no number',
  integer: 'text that is no number',
  boolean: 'text',
};

/** Yields invalid values, each with the keyword of the schema that it violates. */
function* brokenValues(schema: Schema, valid: Json): Generator<[keyword: string, value: Json]> {
  if (schema.type) yield ['type', WRONG_TYPE[schema.type]];
  yield ['type', null];
  if (schema.anyOf) yield ['anyOf', { none: 'of them' }];
  if (schema.enum) yield ['enum', 'none-of-them'];
  if (schema.const !== undefined) yield ['const', 'another'];
  if (schema.minLength) yield ['minLength', ''];
  if (schema.maxLength) yield ['maxLength', 'x'.repeat(schema.maxLength + 1)];
  if (schema.pattern) yield ['pattern', ' - '];
  if (schema.format === 'date-time') yield ['format', '2026-02-30T10:00:00Z'];
  if (schema.minimum !== undefined) yield ['minimum', schema.minimum - 1];
  if (schema.exclusiveMinimum !== undefined) yield ['exclusiveMinimum', schema.exclusiveMinimum];
  if (schema.maximum !== undefined) yield ['maximum', { json: '1e400' }];
  if (schema.maxItems !== undefined)
    yield ['maxItems', new Array(schema.maxItems + 1).fill((valid as Json[])[0])];
}

/** Builds a body for each keyword of the schema that violates it, at the first value that the example has. */
export function buildViolations(schema: Schema, example: Json): Violation[] {
  const byKeyword = new Map<string, Violation>();
  const add = (keyword: string, place: Path, part: Json, at: Path = place) => {
    const key = `${keyword} ${formatPath(at).replaceAll(/\d+/g, '')}`;
    if (byKeyword.has(key)) return;
    const isRaw = part !== null && typeof part === 'object' && 'json' in part;
    const json = JSON.stringify(replaceAt(example, place, isRaw ? '@raw@' : part)).replace(
      '"@raw@"',
      isRaw ? String((part as { json: string }).json) : '',
    );
    byKeyword.set(key, { path: formatPath(at), keyword, json });
  };
  const visit = (unresolved: Schema, place: Path, part: Json) => {
    const node = resolveSchema(unresolved);
    for (const [keyword, value] of brokenValues(node, part)) add(keyword, place, value);
    for (const alternative of node.anyOf ?? [])
      for (const [keyword, value] of brokenValues(resolveSchema(alternative), part))
        if (keyword !== 'type') add(`anyOf ${keyword}`, place, value);
    if (node.type === 'array' && Array.isArray(part))
      for (const [index, item] of part.entries()) visit(node.items ?? {}, [...place, index], item);
    if (node.type !== 'object' || part === null || typeof part !== 'object') return;
    if (node.additionalProperties === false) add('additionalProperties', [...place, 'unknownProperty'], 1);
    for (const name of node.required ?? []) add('required', [...place, name], undefined);
    for (const [name, property] of Object.entries(node.properties ?? {}))
      if (name in part) visit(property, [...place, name], (part as Record<string, Json>)[name]);
  };
  visit(schema, [], example);
  return [...byKeyword.values()];
}

/** Lists the properties of the schema that the example lacks, so that no violation covers them. */
export function findUnvisitedPaths(schema: Schema, example: Json): string[] {
  const missing: string[] = [];
  const visit = (unresolved: Schema, path: string, parts: Json[]) => {
    const node = resolveSchema(unresolved);
    if (node.type === 'array') visit(node.items ?? {}, `${path}[]`, parts.flat());
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      const values = parts.flatMap((part) =>
        part !== null && typeof part === 'object' && name in part
          ? [(part as Record<string, Json>)[name]]
          : [],
      );
      if (values.length === 0) missing.push(`${path}.${name}`);
      else visit(property, `${path}.${name}`, values);
    }
  };
  visit(schema, '', [example]);
  return missing;
}
