import type { Connector } from './connector.ts';
import { newApi } from './new-api.ts';
import { oneApi } from './one-api.ts';
import { oneHub } from './one-hub.ts';
import { voapi } from './voapi.ts';

/**
 * The gateways, one line each. A new gateway is one file of data in `gateways/` and one line here; the parser,
 * the manifest, the catalogue and the contract's enum of ids follow. Where a row of unknown origin shows the
 * marks of several, the first one counts.
 */
const registered = [newApi, oneApi, oneHub, voapi] as const satisfies readonly Connector[];

export type ConnectorId = (typeof registered)[number]['id'];

export const connectors: readonly (Connector & { readonly id: ConnectorId })[] = registered;

/** The contract's enum of connector ids. */
export const connectorIds: readonly ConnectorId[] = connectors.map(({ id }) => id);

/** Names of tokens by which gateways mark the rows of their own channel tests. */
export const testLabels: readonly string[] = [
  ...new Set(connectors.flatMap(({ log }) => log.testTokenName ?? [])),
];

/** What people call a gateway. */
export const gatewayName = (id: string | undefined): string | undefined =>
  connectors.find((connector) => connector.id === id)?.name;
