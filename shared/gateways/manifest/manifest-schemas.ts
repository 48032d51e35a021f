import * as v from 'valibot';
import { closedObject } from '../../schemas/closed.ts';
import { oneOf } from '../../schemas/fields.ts';
import { connectorCapabilitySchema, MATURITIES, sourceSchema } from '../../schemas/manifest-parts.ts';
import { connectorIds } from '../registry.ts';

/** Schemas of the catalogue and the manifests. Their ids are those of the registered connectors. */

const text = v.string();
const never = v.literal(false);
const id = oneOf(connectorIds);

/** Schema of an item of the catalogue. */
export const catalogItemSchema = v.object({
  id,
  name: text,
  status: oneOf(MATURITIES),
  manifestHref: text,
  capabilitySummary: v.array(connectorCapabilitySchema),
});

/** Schema of the catalogue's metadata. */
export const catalogMetaSchema = closedObject({
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  manifestVersion: text,
  hostedRemotePull: never,
  credentialStorage: never,
  credentialsAccepted: never,
  executableManifests: never,
  promptContentRead: never,
});

/** Schema of a manifest. */
export const connectorManifestSchema = closedObject({
  manifestVersion: text,
  connector: closedObject({
    id,
    name: text,
    family: text,
    maturity: oneOf(MATURITIES),
    verifiedAt: v.pipe(text, v.isoDate()),
  }),
  security: closedObject({
    hostedRemotePull: never,
    credentialsAccepted: never,
    credentialsStored: never,
    executableCodeAccepted: never,
    promptContentRequired: never,
    sourceCredentialsManagedBy: v.literal('caller'),
    prohibitedFields: v.array(text),
  }),
  ingress: closedObject({
    method: v.literal('POST'),
    path: v.literal('/api/v1/normalize'),
    mediaType: v.literal('application/json'),
    maxBodyBytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
    connectorValue: id,
    requiredFields: v.tuple([v.literal('connector'), v.literal('logs')]),
    optionalFields: v.array(text),
    conditionalRequirements: v.array(
      closedObject({ field: v.literal('quotaPerUnit'), when: text, sourceHint: text }),
    ),
  }),
  source: sourceSchema,
  capabilities: v.array(connectorCapabilitySchema),
  normalization: closedObject({
    inputFamily: text,
    fieldMap: v.array(closedObject({ source: text, canonical: text, notes: v.exactOptional(text) })),
    limitations: v.array(text),
  }),
});
/** A manifest, as the contract defines it. */
export type ConnectorManifest = v.InferOutput<typeof connectorManifestSchema>;
