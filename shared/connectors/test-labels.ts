import { connectors } from './registry.ts';

/** Names of tokens by which gateways mark the rows of their own channel tests. */
export const testLabels: readonly string[] = [
  ...new Set(connectors.flatMap(({ log }) => log.testTokenName ?? [])),
];
