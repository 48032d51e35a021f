import { CAPABILITY_IDS } from '../../schemas/lists.ts';
import type { ConnectorCapability } from '../../schemas/manifest-parts.ts';
import type { Connector } from '../connector.ts';
import { stripChannelsCommand, stripCommand } from '../prohibited/strip-command.ts';

type Id = ConnectorCapability['id'];

const canonicalOutputs: Partial<Record<Id, ConnectorCapability['canonicalOutputs']>> = {
  'usage-log-normalization': ['downstreamUsage'],
  'upstream-charge-import': ['upstreamCharges'],
  'payment-settlement-import': ['payments'],
};

/** The list that a reader of the gateway's API takes each from. */
const LISTS = {
  'usage-log-normalization': 'logs',
  'payment-settlement-import': 'payments',
  'channel-metadata-source': 'channels',
} as const satisfies Partial<Record<Id, keyof NonNullable<Connector['reading']>>>;

/** How it comes in: channels of a gateway with an API are no file. */
function ingressOf(id: Id, { reading }: Connector): ConnectorCapability['ingress'] {
  const list = LISTS[id as keyof typeof LISTS];
  if (!reading?.[list]) return ['hosted-json-push', 'local-file'];
  return ['hosted-json-push', 'local-source-api', ...(list === 'channels' ? [] : ['local-file' as const])];
}

/** What a gateway need not say itself. */
const notes: Record<Id, string> = {
  'usage-log-normalization': 'Rows become records; all other rows are counted as skipped.',
  'upstream-charge-import':
    'Canonical records, billing rows of a provider, or log rows of an upstream gateway.',
  'payment-settlement-import': 'Canonical records of the payment processor.',
  'channel-metadata-source': 'Only ids and names are read; credential fields are refused.',
  'top-up-log-source': 'Top-up rows are counted as skipped; send the payments instead.',
  'channel-balance-refresh-source':
    'A refresh writes channel balances, so no read-only reader may call it; balances are not reconciled.',
};

/** The way from a refusal to a stripped export. */
const stripNotes: Partial<Record<Id, string>> = {
  'usage-log-normalization': ` Strip the export first: ${stripCommand}`,
  'channel-metadata-source': ` Strip the list first: ${stripChannelsCommand}`,
};

/** What else a gateway's connector reads. */
const forkNotes = ({ forks = [] }: Connector): string =>
  forks.length === 0
    ? ''
    : ` Forks are read in their own dialect: ${forks.map(({ repository }) => repository).join(', ')}.`;

/** All capabilities of the contract, each with what the gateway says about it. */
export const capabilitiesOf = (connector: Connector): ConnectorCapability[] =>
  CAPABILITY_IDS.map((id) => {
    const stated = connector.capabilities[id];
    const support = stated?.support ?? 'unavailable';
    return {
      id,
      support,
      ingress: support === 'unavailable' ? [] : ingressOf(id, connector),
      resourceIds: stated?.resourceIds ?? [],
      canonicalOutputs: canonicalOutputs[id] ?? [],
      sideEffect: id === 'channel-balance-refresh-source',
      notes: [
        stated?.notes ?? notes[id],
        ...(id === 'usage-log-normalization' ? [forkNotes(connector)] : []),
        stripNotes[id] ?? '',
      ].join(''),
    };
  });
