import * as v from 'valibot';
import { closedObject } from './closed.ts';
import { oneOf } from './fields.ts';
import { CAPABILITY_IDS } from './lists.ts';

/** Maturity levels of connectors. */
export const MATURITIES = ['verified', 'compatible', 'file-import', 'planned'] as const;

const text = v.string();

/** Schema of a capability in a manifest. */
export const connectorCapabilitySchema = closedObject({
  id: oneOf(CAPABILITY_IDS),
  support: oneOf(['verified', 'supported', 'compatible', 'file-only', 'unavailable']),
  ingress: v.array(oneOf(['hosted-json-push', 'local-source-api', 'local-file'])),
  resourceIds: v.array(text),
  canonicalOutputs: v.array(oneOf(['downstreamUsage', 'upstreamCharges', 'payments'])),
  sideEffect: v.boolean(),
  notes: text,
});
/** A capability of a connector. */
export type ConnectorCapability = v.InferOutput<typeof connectorCapabilitySchema>;

/** Schema of the source of the data in a manifest: the gateway's API, its permissions and lists. */
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
