/** Gateways as the page offers them; a test holds the list to the registry, whose data only the worker carries. */
export const connectorNames: readonly (readonly [id: string, name: string])[] = [
  ['new-api', 'new-api'],
  ['one-api', 'one-api'],
  ['one-hub', 'one-hub'],
  ['voapi', 'VoAPI'],
];
