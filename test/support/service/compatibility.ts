/** The parts of an OpenAPI document that callers depend on. */
// biome-ignore lint/suspicious/noExplicitAny: the document of a release is JSON of any shape.
type Json = any;

/** The description of one field of a request or reply. */
interface Field {
  /** Name of the surrounding field. */
  readonly parent: string;
  /** Whether it is part of a request or of a reply. */
  readonly side: 'request' | 'reply';
  readonly types: readonly string[];
  /** All allowed values; undefined if any value is allowed. */
  readonly values: readonly unknown[] | undefined;
  /** Whether every alternative requires it. */
  readonly isRequired: boolean;
}

const ANY = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** The alternatives of a schema, with references resolved. */
function alternatives(schema: Json, document: Json): Json[] {
  if (schema?.$ref !== undefined) {
    const [, ...path] = (schema.$ref as string).split('/');
    return alternatives(
      path.reduce((part, key) => part?.[key], document),
      document,
    );
  }
  const branches = schema?.anyOf ?? schema?.oneOf;
  if (branches !== undefined) return branches.flatMap((branch: Json) => alternatives(branch, document));
  return schema ? [schema] : [];
}

const valuesOf = ({ enum: values, const: value }: Json): readonly unknown[] | undefined =>
  value === undefined ? values : [value];

const typesOf = (schema: Json): readonly string[] => {
  const { type } = schema;
  if (type === undefined) return valuesOf(schema)?.map((value) => typeof value) ?? ANY;
  return [type].flat().map((name) => (name === 'integer' ? 'number' : name));
};

/** Collects the fields of a document by names such as `reconcile 200.summary.causes[].code`. */
function collectFields(document: Json): Map<string, Field> {
  const fields = new Map<string, Field>();
  const visit = (
    schema: Json,
    name: string,
    fieldInfo: Pick<Field, 'parent' | 'side' | 'isRequired'>,
  ): void => {
    const all = alternatives(schema, document);
    const values = all.map(valuesOf);
    fields.set(name, {
      ...fieldInfo,
      types: all.flatMap(typesOf),
      values: values.every((list) => list !== undefined) ? values.flat() : undefined,
    });
    const { side } = fieldInfo;
    const objects = all.filter(({ properties }) => properties !== undefined);
    for (const field of new Set(objects.flatMap(({ properties }) => Object.keys(properties)))) {
      const isRequired = objects.every(({ required = [] }) => required.includes(field));
      const anyOf = objects.flatMap(({ properties }) => properties[field] ?? []);
      visit({ anyOf }, `${name}.${field}`, { parent: name, side, isRequired });
    }
    for (const [keyword, mark] of [
      ['items', '[]'],
      ['additionalProperties', '.*'],
    ] as const) {
      const anyOf = all.flatMap((part) => (typeof part[keyword] === 'object' ? part[keyword] : []));
      if (anyOf.length > 0) visit({ anyOf }, `${name}${mark}`, { parent: name, side, isRequired: false });
    }
  };
  for (const [path, methods] of Object.entries<Json>(document.paths))
    for (const [method, { operationId, requestBody, responses }] of Object.entries<Json>(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      fields.set(name, { parent: '', side: 'reply', types: [], values: undefined, isRequired: false });
      const visitContent = (part: Json, at: string, side: Field['side']) => {
        const schema = alternatives(part, document)[0]?.content?.['application/json']?.schema;
        if (schema) visit(schema, at, { parent: name, side, isRequired: false });
      };
      visitContent(requestBody, operationId, 'request');
      for (const [status, response] of Object.entries<Json>(responses))
        visitContent(response, `${operationId} ${status}`, 'reply');
    }
  return fields;
}

/** Finds changes that break callers of the old document, as sentences that begin with a name in backquotes. */
export function findBreakingChanges(old: Json, now: Json): string[] {
  const [before, after] = [collectFields(old), collectFields(now)];
  const changes = new Set<string>();
  for (const [name, was] of before) {
    const report = (sentence: string) => changes.add(`\`${name}\` ${sentence}`);
    const is = after.get(name);
    if (is === undefined) {
      // Fields inside a removed field are not repeated; for lists the change of type is reported.
      if ((was.parent === '' || after.has(was.parent)) && !/\[\]$|\.\*$/.test(name)) report('is gone');
      continue;
    }
    for (const type of was.types) if (!is.types.includes(type)) report(`is no longer ${type}`);
    for (const value of is.values ? (was.values ?? ['any text']) : [])
      if (!is.values?.includes(value)) report(`no longer allows ${String(value)}`);
    if (was.isRequired === is.isRequired) continue;
    if (was.side === 'request' && is.isRequired) report('must now be given');
    if (was.side === 'reply' && was.isRequired) report('may now be absent');
  }
  for (const [name, { side, isRequired, parent }] of after)
    if (side === 'request' && isRequired && !before.has(name) && before.has(parent))
      changes.add(`\`${name}\` is new and must be given`);
  return [...changes].sort();
}
