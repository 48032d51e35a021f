import type { Connector } from './connector.ts';
import { newApi } from './new-api.ts';
import { oneApi } from './one-api.ts';
import { oneHub } from './one-hub.ts';
import { voapi } from './voapi.ts';

/**
 * All gateways. A new one needs a file in `gateways/` and one line here; parser, manifest, catalogue and the
 * contract's enum of ids follow. If a row has identifying columns of several, the first one counts.
 */
const registered = [newApi, oneApi, oneHub, voapi] as const satisfies readonly Connector[];

/** Id of a registered connector. */
export type ConnectorId = (typeof registered)[number]['id'];

/** All registered connectors. */
export const connectors: readonly (Connector & { readonly id: ConnectorId })[] = registered;

/** Ids of all connectors, the contract's enum. */
export const connectorIds: readonly ConnectorId[] = connectors.map(({ id }) => id);

/**
 * Returns the index in `connectors` of the connector with the same id. The connector passed may be a copy that has the
 * log format of a fork.
 */
export const findConnectorIndex = ({ id }: Connector): number =>
  connectors.findIndex((connector) => connector.id === id);

/** Token names of the gateways' own channel tests. */
export const testLabels: readonly string[] = [
  ...new Set(connectors.flatMap(({ log }) => log.testTokenName ?? [])),
];

/** Returns the display name of a gateway; `undefined` for an unknown id. */
export const findGatewayName = (id: string | undefined): string | undefined =>
  connectors.find((connector) => connector.id === id)?.name;
