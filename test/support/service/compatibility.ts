/** The parts of an OpenAPI document that callers depend on. */
// biome-ignore lint/suspicious/noExplicitAny: the document of a release is data of any shape; the walk below asks for what it needs.
type Json = any;

/** Whether callers write what a schema describes, or read it. */
type Side = 'request' | 'reply';

/** A schema with its references followed and its alternatives put together. */
interface Shape {
  readonly types: ReadonlySet<string>;
  /** The only texts that are allowed; absent where others are, too. */
  readonly values: ReadonlySet<unknown> | undefined;
  readonly fields: ReadonlyMap<string, Json>;
  /** Fields that every alternative requires. */
  readonly required: ReadonlySet<string>;
  readonly items: Json | undefined;
  readonly others: Json | undefined;
}

const ANY = ['array', 'boolean', 'null', 'number', 'object', 'string'];
const list = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T];

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
  return branches === undefined ? [schema] : branches.flatMap((one: Json) => alternatives(one, document));
}

const typesOf = ({ type, enum: values, const: value }: Json): readonly string[] => {
  if (type !== undefined) return list<string>(type).map((one) => (one === 'integer' ? 'number' : one));
  const given = value === undefined ? values : [value];
  return given === undefined ? ANY : given.map((one: unknown) => typeof one);
};

const union = (schemas: readonly Json[]): Json | undefined =>
  schemas.length < 2 ? schemas[0] : { anyOf: schemas };

function shapeOf(schema: Json, document: Json): Shape {
  const all = alternatives(schema, document).filter((one) => one !== undefined && one !== false);
  const texts = all.map(({ enum: values, const: value }) => (value === undefined ? values : [value]));
  const names = new Set(all.flatMap(({ properties = {} }) => Object.keys(properties)));
  const objects = all.filter(({ properties }) => properties !== undefined);
  return {
    types: new Set(all.flatMap(typesOf)),
    values: texts.includes(undefined) ? undefined : new Set(texts.flat()),
    fields: new Map(
      [...names].map((name) => [
        name,
        union(all.flatMap(({ properties }) => (properties?.[name] === undefined ? [] : [properties[name]]))),
      ]),
    ),
    required: new Set(
      [...names].filter((name) => objects.every(({ required = [] }) => required.includes(name))),
    ),
    items: union(all.flatMap(({ items }) => (items === undefined ? [] : [items]))),
    others: union(
      all.flatMap(({ additionalProperties: other }) => (other && typeof other === 'object' ? [other] : [])),
    ),
  };
}

/** What callers of the old document can no longer rely on, as sentences that begin with a name in backquotes. */
export function breaks(old: Json, now: Json): string[] {
  const found = new Set<string>();
  const say = (name: string, sentence: string) => found.add(`\`${name}\` ${sentence}`);

  const compare = (before: Json, after: Json, name: string, side: Side): void => {
    const [was, is] = [shapeOf(before, old), shapeOf(after, now)];
    for (const type of was.types)
      if (!is.types.has(type) && is.types.size > 0) say(name, `is no longer ${type}`);
    if (is.values)
      for (const value of was.values ?? ['any text'])
        if (!is.values.has(value)) say(name, `no longer allows ${String(value)}`);
    for (const [field, schema] of was.fields) {
      const path = `${name}.${field}`;
      if (is.fields.has(field)) compare(schema, is.fields.get(field), path, side);
      else say(path, 'is gone');
    }
    const stricter = side === 'request' ? [is.required, was.required] : [was.required, is.required];
    for (const field of stricter[0] as ReadonlySet<string>)
      if (was.fields.has(field) && is.fields.has(field) && !(stricter[1] as ReadonlySet<string>).has(field))
        say(`${name}.${field}`, side === 'request' ? 'must now be given' : 'may now be absent');
    if (side === 'request')
      for (const field of is.required)
        if (!was.fields.has(field)) say(`${name}.${field}`, 'is new and must be given');
    if (was.items && is.items) compare(was.items, is.items, `${name}[]`, side);
    if (was.others && is.others) compare(was.others, is.others, `${name}.*`, side);
  };

  const content = (part: Json) => part?.content?.['application/json']?.schema;
  const response = (part: Json, document: Json) => content(alternatives(part, document)[0]);
  for (const [path, methods] of Object.entries<Json>(old.paths))
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const successor = now.paths[path]?.[method];
      if (successor === undefined) {
        say(name, 'is gone');
        continue;
      }
      const request = content(operation.requestBody);
      if (request) compare(request, content(successor.requestBody), operation.operationId, 'request');
      for (const [status, reply] of Object.entries<Json>(operation.responses)) {
        if (successor.responses[status] === undefined) say(`${name} ${status}`, 'is gone');
        const schema = response(reply, old);
        if (schema)
          compare(
            schema,
            response(successor.responses[status], now),
            `${operation.operationId} ${status}`,
            'reply',
          );
      }
    }
  return [...found].sort();
}
