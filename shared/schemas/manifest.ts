import * as v from 'valibot';
import { closedObject } from './closed.ts';
import { oneOf } from './fields.ts';
import { connectorCapabilitySchema, MATURITIES, sourceSchema } from './manifest-parts.ts';

const text = v.string('must be a string');
const texts = v.array(text, 'must be an array');
const never = v.literal(false, 'must be false');
const verifiedAt = v.pipe(text, v.isoDate('must be a date'));

const fieldMapEntrySchema = closedObject({
  source: text,
  canonical: text,
  notes: v.exactOptional(text),
});

/** The contract's ConnectorManifest, for the gateways of `ids`. */
export const connectorManifestSchemaOf = <const TIds extends readonly string[]>(ids: TIds) =>
  closedObject({
    manifestVersion: text,
    connector: closedObject({
      id: oneOf(ids),
      name: text,
      family: text,
      maturity: oneOf(MATURITIES),
      verifiedAt,
    }),
    security: closedObject({
      hostedRemotePull: never,
      credentialsAccepted: never,
      credentialsStored: never,
      executableCodeAccepted: never,
      promptContentRequired: never,
      sourceCredentialsManagedBy: v.literal('caller', 'must be caller'),
      prohibitedFields: texts,
    }),
    ingress: closedObject({
      method: v.literal('POST', 'must be POST'),
      path: v.literal('/api/v1/normalize', 'must be /api/v1/normalize'),
      mediaType: v.literal('application/json', 'must be application/json'),
      maxBodyBytes: v.pipe(
        v.number('must be a number'),
        v.integer('must be whole'),
        v.minValue(1, 'too small'),
      ),
      connectorValue: oneOf(ids),
      requiredFields: v.array(oneOf(['connector', 'logs']), 'must be an array'),
      optionalFields: texts,
      conditionalRequirements: v.array(
        closedObject({
          field: v.literal('quotaPerUnit', 'must be quotaPerUnit'),
          when: text,
          sourceHint: text,
        }),
        'must be an array',
      ),
    }),
    source: sourceSchema,
    capabilities: v.array(connectorCapabilitySchema, 'must be an array'),
    normalization: closedObject({
      inputFamily: text,
      fieldMap: v.array(fieldMapEntrySchema, 'must be an array'),
      limitations: texts,
    }),
  });
