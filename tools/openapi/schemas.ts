import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { bodies as normalize } from '#functions/normalize/bodies.ts';
import { codes } from '#shared/engine/checks/registry.ts';
import { codeWords } from '#shared/engine/checks/registry.words.ts';
import {
  catalogItemSchema,
  catalogMetaSchema,
  connectorManifestSchema,
} from '#shared/gateways/manifest/manifest-schemas.ts';
import { errorBodySchema } from '#shared/schemas/bodies.ts';
import {
  amountSchema,
  countSchema,
  isInstant,
  nameSchema,
  textSchema,
  timestampSchema,
} from '#shared/schemas/fields.ts';
import { connectorCapabilitySchema } from '#shared/schemas/manifest-parts.ts';
import { normalizeMetaSchema } from '#shared/schemas/normalize-meta.ts';
import {
  downstreamRecordSchema,
  paymentRecordSchema,
  reconciliationInputSchema,
  tokensSchema,
  upstreamRecordSchema,
} from '#shared/schemas/reconciliation-input.ts';
import {
  completenessSchema,
  decimalText,
  findingSchema,
  reconciliationReportSchema,
  summarySchema,
} from '#shared/schemas/report.ts';
import { descriptions } from './descriptions.ts';
import type { JsonObject } from './json-object.ts';
import { buildLedgerSchema, buildNativeSchemas, nativeLedgers } from './native-rows.ts';

/** Schemas that become components of the OpenAPI document, by name. */
const components: Readonly<Record<string, v.GenericSchema>> = {
  Text: textSchema,
  Name: nameSchema,
  Timestamp: timestampSchema,
  Count: countSchema,
  Decimal: decimalText,
  Amount: amountSchema,
  Tokens: tokensSchema,
  DownstreamRecord: downstreamRecordSchema,
  UpstreamRecord: upstreamRecordSchema,
  PaymentRecord: paymentRecordSchema,
  ReconciliationInput: reconciliationInputSchema,
  ConnectorPayload: normalize.request,
  NormalizeMeta: normalizeMetaSchema,
  Finding: findingSchema,
  Completeness: completenessSchema,
  Summary: summarySchema,
  ReconciliationReport: reconciliationReportSchema,
  ConnectorCapability: connectorCapabilitySchema,
  ConnectorCatalogItem: catalogItemSchema,
  CatalogMeta: catalogMetaSchema,
  ConnectorManifest: connectorManifestSchema,
  ErrorBody: errorBodySchema,
};

/** Converts a tuple of constants to a list of an enum, as client generators need, with the exact list in `then`. */
const toConstantList = ({ prefixItems = [] }: JsonSchema): JsonSchema => ({
  type: 'array',
  items: { type: 'string', enum: prefixItems.map((item) => (item as { const: string }).const) },
  if: {},
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length },
});

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // Convert the last schema of a pipe. No schema of the API transforms values, so input and output types are equal.
  typeMode: 'output',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  ignoreActions: ['raw_check'],
  // Leave out checks for which JSON Schema has no keyword, such as "a period must end after it starts".
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

/**
 * Converts a valibot schema to JSON Schema 2020-12. The `definitions` become references to components of the document.
 */
export function convertSchema(schema: v.GenericSchema, definitions = components): JsonObject {
  const { $schema, $defs, ...json } = toJsonSchema(schema, { ...config, definitions }) as JsonObject;
  return json;
}

/** Builds a component with its descriptions. Leaves it out of the definitions, or it would refer to itself. */
function buildComponent(name: string, schema: v.GenericSchema): JsonObject {
  const { [name]: _self, ...definitions } = components;
  const { '': description, ...fields } = descriptions[name] ?? {};
  const json = convertSchema(schema, definitions);
  const properties = json.properties as Record<string, JsonObject> | undefined;
  for (const [field, text] of Object.entries(fields)) {
    const property = properties?.[field];
    if (!property) throw new Error(`The description of "${field}" describes no property.`);
    property.description = text;
  }
  return { ...json, ...(description && { description }) };
}

/** Adds a component with all finding codes, to which reports refer. The schemas do not import checks. */
function addFindingCodes(schemas: Record<string, JsonObject>): void {
  schemas.FindingCode = {
    type: 'string',
    description: 'Kind of problem. `summary.findings.byCode` has the title and remedy of each code.',
    // Write `enum` and `oneOf`: many client generators understand only `enum`, and only `oneOf` describes each value.
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

/** Builds all `components.schemas` of the OpenAPI document: of the service's own data, and of the rows of gateways. */
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
    description: 'The reply of API Gateway when a request does not reach the service.',
    properties: { message: { type: 'string' } },
    required: ['message'],
  };
  return schemas;
}
