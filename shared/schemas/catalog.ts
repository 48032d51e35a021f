import * as v from 'valibot';
import { closedObject } from './closed.ts';
import { oneOf } from './fields.ts';
import { connectorCapabilitySchema, MATURITIES } from './manifest-parts.ts';

const text = v.string('must be a string');
const never = v.literal(false, 'must be false');

/** One line of the catalogue, for the gateways of `ids`. */
export const catalogItemSchemaOf = <const TIds extends readonly string[]>(ids: TIds) =>
  v.object({
    id: oneOf(ids),
    name: text,
    status: oneOf(MATURITIES),
    manifestHref: text,
    capabilitySummary: v.array(connectorCapabilitySchema, 'must be an array'),
  });

export const catalogMetaSchema = closedObject({
  count: v.pipe(v.number('must be a number'), v.integer('must be whole'), v.minValue(0, 'too small')),
  manifestVersion: text,
  hostedRemotePull: never,
  credentialStorage: never,
  credentialsAccepted: never,
  executableManifests: never,
  promptContentRead: never,
});
export type CatalogMeta = v.InferOutput<typeof catalogMetaSchema>;
