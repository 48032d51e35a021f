import * as v from 'valibot';
import { closedObject } from './closed.ts';
import { oneOf } from './fields.ts';
import { CAPABILITY_IDS } from './lists.ts';

/** The parts of a manifest that a connector states about itself, in the contract's own words. */

export const MATURITIES = ['verified', 'compatible', 'file-import', 'planned'] as const;

const text = v.string('must be a string');
const texts = v.array(text, 'must be an array');

export const connectorCapabilitySchema = closedObject({
  id: oneOf(CAPABILITY_IDS),
  support: oneOf(['verified', 'supported', 'compatible', 'file-only', 'unavailable']),
  ingress: v.array(oneOf(['hosted-json-push', 'local-source-api', 'local-file']), 'must be an array'),
  resourceIds: texts,
  canonicalOutputs: v.array(oneOf(['downstreamUsage', 'upstreamCharges', 'payments']), 'must be an array'),
  sideEffect: v.boolean('must be a boolean'),
  notes: text,
});
export type ConnectorCapability = v.InferOutput<typeof connectorCapabilitySchema>;

const sourceResourceSchema = closedObject({
  id: text,
  label: text,
  method: oneOf(['GET', 'POST']),
  path: text,
  permission: text,
  scope: v.literal('caller-operated-source', 'must be caller-operated-source'),
  notes: text,
});

export const sourceSchema = closedObject({
  access: oneOf(['caller-operated-api', 'caller-exported-file']),
  authType: text,
  authHeaderNames: texts,
  resources: v.array(sourceResourceSchema, 'must be an array'),
});
