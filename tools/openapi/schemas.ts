import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { codes } from '#shared/engine/checks/registry.ts';
import { codeWords } from '#shared/engine/checks/registry.words.ts';
import { isInstant } from '#shared/schemas/fields.ts';
import { components } from './components.ts';
import { descriptions } from './descriptions.ts';
import type { JsonObject } from './json-object.ts';
import { buildLedgerSchema, buildNativeSchemas, nativeLedgers } from './native-rows.ts';

/**
 * A list of constants: an array of these words to generators, and fixed to validators by `then`. As constant items, or
 * as a constant list, openapi-python-client refuses every reply or the whole document.
 */
const toConstantList = ({ prefixItems = [] }: JsonSchema): JsonSchema => ({
  type: 'array',
  items: { type: 'string', enum: prefixItems.map((item) => (item as { const: string }).const) },
  if: {},
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length },
});

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // No schema transforms, and what comes out of a pipe is what the last of its schemas says.
  typeMode: 'output',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  ignoreActions: ['raw_check'],
  // Conditions that no keyword says (a period must end after it starts) stand in the descriptions.
  overrideAction: ({ valibotAction, jsonSchema }) =>
    'requirement' in valibotAction && valibotAction.requirement === isInstant
      ? { ...jsonSchema, format: 'date-time' }
      : valibotAction.type === 'check'
        ? jsonSchema
        : undefined,
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type === 'loose_object') return { ...jsonSchema, additionalProperties: true };
    return valibotSchema.type === 'tuple' ? toConstantList(jsonSchema) : undefined;
  },
};

/** A valibot schema as JSON Schema 2020-12, with references to the document's components. */
export function convertSchema(schema: v.GenericSchema, definitions = components): JsonObject {
  const { $schema, $defs, ...json } = toJsonSchema(schema, { ...config, definitions }) as JsonObject;
  return json;
}

/** A component is converted without itself among the definitions, or it would be a reference to itself. */
function buildComponent(name: string, schema: v.GenericSchema): JsonObject {
  const { [name]: _self, ...definitions } = components;
  const { '': own, ...fields } = descriptions[name] ?? {};
  const json = convertSchema(schema, definitions);
  const properties = json.properties as Record<string, JsonObject> | undefined;
  for (const [field, description] of Object.entries(fields)) {
    const property = properties?.[field];
    if (!property) throw new Error(`The description of "${field}" describes no property.`);
    property.description = description;
  }
  return { ...json, ...(own && { description: own }) };
}

/** Names the codes wherever a report has one: schemas do not know the checks. */
function addFindingCodes(schemas: Record<string, JsonObject>): void {
  schemas.FindingCode = {
    type: 'string',
    description: 'What is wrong. `summary.findings.byCode` says of each code listed what to do about it.',
    // Many generators of clients read an enum and no alternatives, which alone can carry a sentence each.
    enum: [...codes.keys()],
    oneOf: [...codes].map(([code, { severities }]) => ({
      const: code,
      description: `${codeWords.get(code)?.en.title} (${severities.join(' or ')})`,
    })),
  };
  const code = { $ref: '#/components/schemas/FindingCode' };
  const fieldsOf = (schema: unknown) => (schema as JsonObject).properties as Record<string, JsonObject>;
  const { causes, findings } = fieldsOf(schemas.Summary);
  Object.assign(fieldsOf(schemas.Finding), { code });
  Object.assign(fieldsOf(causes?.items), { code });
  Object.assign(fieldsOf(findings).byCode as JsonObject, { propertyNames: code });
}

/**
 * Every component of the document. The codes of findings come with their meaning, and the ledgers of an export with
 * the rows that they may hold, which the service reads by its connectors and not by a schema.
 */
export function buildComponents(): Record<string, JsonObject> {
  const schemas: Record<string, JsonObject> = {
    ...Object.fromEntries(
      Object.entries(components).map(([name, schema]) => [name, buildComponent(name, schema)]),
    ),
    ...buildNativeSchemas(),
  };
  const payload = schemas.ConnectorPayload?.properties as Record<string, JsonObject>;
  for (const ledger of nativeLedgers) payload[ledger.field] = buildLedgerSchema(ledger);
  addFindingCodes(schemas);
  schemas.GatewayError = {
    type: 'object',
    description: "What API Gateway itself answers when a request never reached the service's functions.",
    properties: { message: { type: 'string' } },
    required: ['message'],
  };
  return schemas;
}
