import type * as v from 'valibot';
import { catalogItemSchemaOf } from '../../schemas/catalog.ts';
import { connectorManifestSchemaOf } from '../../schemas/manifest.ts';
import { connectorIds } from '../registry.ts';

/** The ids are those of the registered connectors, so a new gateway needs no second list. */
export const catalogItemSchema = catalogItemSchemaOf(connectorIds);
export type CatalogItem = v.InferOutput<typeof catalogItemSchema>;

export const connectorManifestSchema = connectorManifestSchemaOf(connectorIds);
export type ConnectorManifest = v.InferOutput<typeof connectorManifestSchema>;
