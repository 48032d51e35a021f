import type * as v from 'valibot';
import { catalogItemSchema, connectorManifestSchema } from '#shared/connectors/manifest/manifest-schemas.ts';
import { connectorPayloadSchema } from '#shared/connectors/payload.ts';
import { catalogMetaSchema } from '#shared/schemas/catalog.ts';
import { errorBodySchema } from '#shared/schemas/error-body.ts';
import { amountSchema } from '#shared/schemas/fields.ts';
import { connectorCapabilitySchema } from '#shared/schemas/manifest-parts.ts';
import { normalizeMetaSchema } from '#shared/schemas/normalize-meta.ts';
import {
  downstreamRecordSchema,
  paymentRecordSchema,
  reconciliationInputSchema,
  tokensSchema,
  upstreamRecordSchema,
} from '#shared/schemas/reconciliation-input.ts';
import { findingSchema, reconciliationReportSchema } from '#shared/schemas/report.ts';

/** The contract's names of the schemas that the document shares between operations. */
export const components: Readonly<Record<string, v.GenericSchema>> = {
  Amount: amountSchema,
  Tokens: tokensSchema,
  DownstreamRecord: downstreamRecordSchema,
  UpstreamRecord: upstreamRecordSchema,
  PaymentRecord: paymentRecordSchema,
  ReconciliationInput: reconciliationInputSchema,
  ConnectorPayload: connectorPayloadSchema,
  NormalizeMeta: normalizeMetaSchema,
  Finding: findingSchema,
  ReconciliationReport: reconciliationReportSchema,
  ConnectorCapability: connectorCapabilitySchema,
  ConnectorCatalogItem: catalogItemSchema,
  CatalogMeta: catalogMetaSchema,
  ConnectorManifest: connectorManifestSchema,
  ErrorBody: errorBodySchema,
};
