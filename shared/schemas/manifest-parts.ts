import * as v from 'valibot';
import { closedObject } from './closed.ts';
import { oneOf } from './fields.ts';
import { CAPABILITY_IDS } from './lists.ts';

/** The parts of a manifest that a connector states about itself, in the contract's own words. */

export const MATURITIES = ['verified', 'compatible', 'file-import', 'planned'] as const;

const text = v.string();

export const connectorCapabilitySchema = closedObject({
  id: oneOf(CAPABILITY_IDS),
  support: oneOf(['verified', 'supported', 'compatible', 'file-only', 'unavailable']),
  ingress: v.array(oneOf(['hosted-json-push', 'local-source-api', 'local-file'])),
  resourceIds: v.array(text),
  canonicalOutputs: v.array(oneOf(['downstreamUsage', 'upstreamCharges', 'payments'])),
  sideEffect: v.boolean(),
  notes: text,
});
export type ConnectorCapability = v.InferOutput<typeof connectorCapabilitySchema>;

export const sourceSchema = closedObject({
  access: oneOf(['caller-operated-api', 'caller-exported-file']),
  authType: text,
  authHeaderNames: v.array(text),
  resources: v.array(
    closedObject({
      id: text,
      label: text,
      method: oneOf(['GET', 'POST']),
      path: text,
      permission: text,
      scope: v.literal('caller-operated-source'),
      notes: text,
    }),
  ),
});
