import type { Connector } from './connector.ts';
import { newApi } from './new-api.ts';
import { oneApi } from './one-api.ts';
import { oneHub } from './one-hub.ts';
import { voapi } from './voapi.ts';

/** All gateways. A new one needs a file beside this one and a line here. If a row matches several, the first counts. */
const registered = [newApi, oneApi, oneHub, voapi] as const satisfies readonly Connector[];

/** Id of a registered connector. */
export type ConnectorId = (typeof registered)[number]['id'];

/** All registered connectors. */
export const connectors: readonly (Connector & { readonly id: ConnectorId })[] = registered;

/** Ids of all connectors, the contract's enum. */
export const connectorIds: readonly ConnectorId[] = connectors.map(({ id }) => id);

/** Returns a connector's index in `connectors`, also for a copy of it that has the log format of a fork. */
export const findConnectorIndex = ({ id }: Connector): number =>
  connectors.findIndex((connector) => connector.id === id);

/** Token names of the gateways' own channel tests. */
export const testLabels = [...new Set(connectors.flatMap(({ log }) => log.testTokenName ?? []))];

/**
 * Returns the display name of a gateway; `undefined` for an unknown id.
 * @param detected names of forks that were recognized, the first of which counts if it is a fork of this gateway
 */
export function findGatewayName(
  id: string | undefined,
  detected: readonly string[] = [],
): string | undefined {
  const connector: Connector | undefined = connectors.find((candidate) => candidate.id === id);
  return (connector?.forks?.find(({ name }) => detected.includes(name)) ?? connector)?.name;
}
