import { connectorPayloadSchemaOf } from '../schemas/connector-payload.ts';
import { connectorIds } from './registry.ts';

/** The contract's ConnectorPayload: the request of normalize, for the gateways of the registry. */
export const connectorPayloadSchema = connectorPayloadSchemaOf(connectorIds);
