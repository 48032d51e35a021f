import { resolveSchema, type Schema } from './openapi.ts';

export interface Violation {
  /** Path of the part that breaks the schema, as refusals print it: `downstreamUsage[0].status`. */
  readonly path: string;
  readonly keyword: string;
  /** JSON text: some violations (1e400) are no JavaScript values. */
  readonly json: string;
}

type Json = unknown;
type Place = readonly (string | number)[];

const printed = (place: Place): string =>
  place.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path ? `${path}.${step}` : step),
    '',
  );

/** A copy of `root` in which the part at `place` is another; `undefined` removes it. */
function replaced(root: Json, place: Place, part: Json): Json {
  const [step, ...rest] = place;
  if (step === undefined) return part;
  const copy = (Array.isArray(root) ? [...root] : { ...(root as object) }) as Record<string | number, Json>;
  const next = replaced(copy[step], rest, part);
  if (next === undefined) delete copy[step];
  else copy[step] = next;
  return copy;
}

const OF_ANOTHER_TYPE: Readonly<Record<string, Json>> = {
  object: 'text',
  array: {},
  string: { of: 'another type' },
  number: 'text that is no number',
  integer: 'text that is no number',
  boolean: 'text',
};

/** Values that break one keyword of a schema each: keyword -> the value in place of a valid one. */
function* brokenValues(schema: Schema, valid: Json): Generator<[keyword: string, value: Json]> {
  if (schema.type) yield ['type', OF_ANOTHER_TYPE[schema.type]];
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

/** Each keyword of the schema violated in turn, at the first place where the example gives the part. */
export function buildViolations(schema: Schema, example: Json): Violation[] {
  const found = new Map<string, Violation>();
  const add = (keyword: string, place: Place, part: Json, at: Place = place) => {
    const key = `${keyword} ${printed(at).replaceAll(/\d+/g, '')}`;
    if (found.has(key)) return;
    const isRaw = part !== null && typeof part === 'object' && 'json' in part;
    const json = JSON.stringify(replaced(example, place, isRaw ? '@raw@' : part)).replace(
      '"@raw@"',
      isRaw ? String((part as { json: string }).json) : '',
    );
    found.set(key, { path: printed(at), keyword, json });
  };
  const visit = (unresolved: Schema, place: Place, part: Json) => {
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
  return [...found.values()];
}

/** Paths of the schema's properties that the example never gives, and that therefore go unviolated. */
export function findUnvisitedPaths(schema: Schema, example: Json): string[] {
  const missing: string[] = [];
  const visit = (unresolved: Schema, path: string, parts: Json[]) => {
    const node = resolveSchema(unresolved);
    if (node.type === 'array') visit(node.items ?? {}, `${path}[]`, parts.flat());
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      const given = parts.flatMap((part) =>
        part !== null && typeof part === 'object' && name in part
          ? [(part as Record<string, Json>)[name]]
          : [],
      );
      if (given.length === 0) missing.push(`${path}.${name}`);
      else visit(property, `${path}.${name}`, given);
    }
  };
  visit(schema, '', [example]);
  return missing;
}
