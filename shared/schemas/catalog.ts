import * as v from 'valibot';
import { connectorIds } from '../connectors/registry.ts';
import { closedObject } from './closed.ts';
import { oneOf } from './fields.ts';
import { connectorCapabilitySchema, MATURITIES } from './manifest-parts.ts';

const text = v.string('must be a string');
const never = v.literal(false, 'must be false');

export const catalogItemSchema = v.object({
  id: oneOf(connectorIds),
  name: text,
  status: oneOf(MATURITIES),
  manifestHref: text,
  capabilitySummary: v.array(connectorCapabilitySchema, 'must be an array'),
});
export type CatalogItem = v.InferOutput<typeof catalogItemSchema>;

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
