/** The parts of an OpenAPI document that callers depend on. */
// biome-ignore lint/suspicious/noExplicitAny: the document of a release is data of any shape; the walk below asks for what it needs.
type Json = any;

/** What a document says of one place in what travels. */
interface Place {
  /** The place around it. */
  readonly within: string;
  /** Whether callers write it, or read it. */
  readonly side: 'request' | 'reply';
  readonly types: readonly string[];
  /** The only values that are allowed; absent where others are, too. */
  readonly values: readonly unknown[] | undefined;
  /** Every alternative requires it. */
  readonly isRequired: boolean;
}

const ANY = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** The alternatives of a schema, references followed. */
function alternatives(schema: Json, document: Json): Json[] {
  if (schema?.$ref !== undefined) {
    const [, ...path] = (schema.$ref as string).split('/');
    return alternatives(
      path.reduce((part, key) => part?.[key], document),
      document,
    );
  }
  const branches = schema?.anyOf ?? schema?.oneOf;
  if (branches !== undefined) return branches.flatMap((one: Json) => alternatives(one, document));
  return schema ? [schema] : [];
}

const valuesOf = ({ enum: values, const: value }: Json): readonly unknown[] | undefined =>
  value === undefined ? values : [value];

const typesOf = (schema: Json): readonly string[] => {
  const { type } = schema;
  if (type === undefined) return valuesOf(schema)?.map((value) => typeof value) ?? ANY;
  return [type].flat().map((one) => (one === 'integer' ? 'number' : one));
};

/** All that a document describes, by names such as `reconcile 200.summary.causes[].code`. */
function placesOf(document: Json): Map<string, Place> {
  const places = new Map<string, Place>();
  const visit = (schema: Json, name: string, place: Pick<Place, 'within' | 'side' | 'isRequired'>): void => {
    const all = alternatives(schema, document);
    const values = all.map(valuesOf);
    places.set(name, {
      ...place,
      types: all.flatMap(typesOf),
      values: values.every((one) => one !== undefined) ? values.flat() : undefined,
    });
    const { side } = place;
    const objects = all.filter(({ properties }) => properties !== undefined);
    for (const field of new Set(objects.flatMap(({ properties }) => Object.keys(properties)))) {
      const isRequired = objects.every(({ required = [] }) => required.includes(field));
      const anyOf = objects.flatMap(({ properties }) => properties[field] ?? []);
      visit({ anyOf }, `${name}.${field}`, { within: name, side, isRequired });
    }
    for (const [keyword, mark] of [
      ['items', '[]'],
      ['additionalProperties', '.*'],
    ] as const) {
      const anyOf = all.flatMap((one) => (typeof one[keyword] === 'object' ? one[keyword] : []));
      if (anyOf.length > 0) visit({ anyOf }, `${name}${mark}`, { within: name, side, isRequired: false });
    }
  };
  for (const [path, methods] of Object.entries<Json>(document.paths))
    for (const [method, { operationId, requestBody, responses }] of Object.entries<Json>(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      places.set(name, { within: '', side: 'reply', types: [], values: undefined, isRequired: false });
      const travels = (part: Json, at: string, side: Place['side']) => {
        const schema = alternatives(part, document)[0]?.content?.['application/json']?.schema;
        if (schema) visit(schema, at, { within: name, side, isRequired: false });
      };
      travels(requestBody, operationId, 'request');
      for (const [status, response] of Object.entries<Json>(responses))
        travels(response, `${operationId} ${status}`, 'reply');
    }
  return places;
}

/** What callers of the old document can no longer rely on, as sentences that begin with a name in backquotes. */
export function findBreakingChanges(old: Json, now: Json): string[] {
  const [before, after] = [placesOf(old), placesOf(now)];
  const found = new Set<string>();
  for (const [name, was] of before) {
    const say = (sentence: string) => found.add(`\`${name}\` ${sentence}`);
    const is = after.get(name);
    if (is === undefined) {
      // What lies within is gone with it; of lists, their types tell.
      if ((was.within === '' || after.has(was.within)) && !/\[\]$|\.\*$/.test(name)) say('is gone');
      continue;
    }
    for (const type of was.types) if (!is.types.includes(type)) say(`is no longer ${type}`);
    for (const value of is.values ? (was.values ?? ['any text']) : [])
      if (!is.values?.includes(value)) say(`no longer allows ${String(value)}`);
    if (was.isRequired === is.isRequired) continue;
    if (was.side === 'request' && is.isRequired) say('must now be given');
    if (was.side === 'reply' && was.isRequired) say('may now be absent');
  }
  for (const [name, { side, isRequired, within }] of after)
    if (side === 'request' && isRequired && !before.has(name) && before.has(within))
      found.add(`\`${name}\` is new and must be given`);
  return [...found].sort();
}
