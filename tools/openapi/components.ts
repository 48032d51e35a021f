import type * as v from 'valibot';
import { bodies as normalize } from '#functions/normalize/bodies.ts';
import {
  catalogItemSchema,
  catalogMetaSchema,
  connectorManifestSchema,
} from '#shared/gateways/manifest/manifest-schemas.ts';
import { errorBodySchema } from '#shared/schemas/bodies.ts';
import {
  amountSchema,
  countSchema,
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

/** Schemas that become components of the OpenAPI document, by name. */
export const components: Readonly<Record<string, v.GenericSchema>> = {
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
