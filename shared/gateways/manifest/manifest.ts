import { DEFAULT_LANGUAGE } from '../../language.ts';
import { BODY_BYTES_MAX } from '../../limits.ts';
import { CAPABILITY_IDS } from '../../schemas/lists.ts';
import type { ConnectorCapability } from '../../schemas/manifest-parts.ts';
import { textIn } from '../../sentence.ts';
import type { Connector, Fork } from '../connector.ts';
import { prohibitedFields } from '../prohibited/prohibited.ts';
import { stripChannelsCommand, stripCommand } from '../prohibited/strip-command.ts';
import { type ConnectorId, connectors } from '../registry.ts';
import { buildFieldMap } from './field-map.ts';
import type { ConnectorManifest } from './manifest-schemas.ts';
import { MANIFEST_VERSION } from './manifest-version.ts';

type Id = ConnectorCapability['id'];

const canonicalOutputs: Partial<Record<Id, ConnectorCapability['canonicalOutputs']>> = {
  'usage-log-normalization': ['downstreamUsage'],
  'upstream-charge-import': ['upstreamCharges'],
  'payment-settlement-import': ['payments'],
};

/** Lists the ways to supply data. A gateway with an API has no file of channels. */
function ingressOf(id: Id, { reading }: Connector): ConnectorCapability['ingress'] {
  if (reading && id === 'channel-metadata-source') return ['hosted-json-push', 'local-source-api'];
  const list =
    id === 'usage-log-normalization' ? reading : id === 'payment-settlement-import' && reading?.payments;
  return list ? ['hosted-json-push', 'local-source-api', 'local-file'] : ['hosted-json-push', 'local-file'];
}

/** Notes about capabilities for which the gateway has no note of its own. */
const notes: Record<Id, string> = {
  'usage-log-normalization': 'Usage rows are converted to records. All other rows are counted as skipped.',
  'upstream-charge-import':
    'Records in this service’s own format, rows of a provider’s bill, or log rows of an upstream gateway.',
  'payment-settlement-import': 'Records in this service’s own format.',
  'channel-metadata-source': 'Only ids and names are read; credential fields are refused.',
  'top-up-log-source': 'Top-up rows are counted as skipped. Send the payments instead.',
  'channel-balance-refresh-source':
    'A refresh changes channel balances, so a read-only reader must not call it. Balances are not reconciled.',
};

const stripNotes: Partial<Record<Id, string>> = {
  'usage-log-normalization': ` Remove prohibited fields from the export first: ${stripCommand}`,
  'channel-metadata-source': ` Remove prohibited fields from the list first: ${stripChannelsCommand}`,
};

const forkNotes = ({ forks = [] }: Connector): string =>
  forks.length === 0
    ? ''
    : ` These forks, which write some rows differently, are also supported: ${forks.map(({ repository }) => repository).join(', ')}.`;

const capabilitiesOf = (connector: Connector): ConnectorCapability[] =>
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

const forkLimitations = ({ name, requestIds, limitations }: Fork): string[] => [
  ...(requestIds ? [requestIds.en] : []),
  ...limitations.map((limitation) => `${name}: ${limitation}`),
];

/** Builds the manifest of a gateway from the data that the parser interprets, too. */
export function buildManifest(connector: Connector): ConnectorManifest {
  const { name, family, maturity, verifiedAt, quotaPerUnitAt, source, inputFamily, forks = [] } = connector;
  const id = connector.id as ConnectorId;
  return {
    manifestVersion: MANIFEST_VERSION,
    connector: { id, name, family, maturity, verifiedAt },
    security: {
      hostedRemotePull: false,
      credentialsAccepted: false,
      credentialsStored: false,
      executableCodeAccepted: false,
      promptContentRequired: false,
      sourceCredentialsManagedBy: 'caller',
      prohibitedFields: [...prohibitedFields],
    },
    ingress: {
      method: 'POST',
      path: '/api/v1/normalize',
      mediaType: 'application/json',
      maxBodyBytes: BODY_BYTES_MAX,
      connectorValue: id,
      requiredFields: ['connector', 'logs'],
      optionalFields: ['currency', 'quotaPerUnit', 'period', 'channels', 'upstreamCharges', 'payments'],
      conditionalRequirements: quotaPerUnitAt
        ? [
            {
              field: 'quotaPerUnit',
              when: 'rows have quota but no amount of money; there is no default, because each deployment sets its own',
              sourceHint: textIn(quotaPerUnitAt, DEFAULT_LANGUAGE),
            },
          ]
        : [],
    },
    source: {
      ...source,
      resources: source.resources.map(({ id, label, ...resource }) => ({
        id,
        label,
        method: 'GET',
        ...resource,
        scope: 'caller-operated-source',
      })),
    },
    capabilities: capabilitiesOf(connector),
    normalization: {
      inputFamily,
      fieldMap: buildFieldMap(connector),
      limitations: [connector.requestIds.en, ...connector.limitations, ...forks.flatMap(forkLimitations)],
    },
  };
}

/** Builds the manifest of the gateway with this id; `undefined` for an unknown id. */
export function findManifest(connectorId: string): ConnectorManifest | undefined {
  const connector = connectors.find(({ id }) => id === connectorId);
  return connector && buildManifest(connector);
}

/** Builds the reply of `GET /connectors`: all gateways with their capabilities, and what the service never does. */
export const buildCatalog = () => ({
  data: connectors.map((connector) => ({
    id: connector.id,
    name: connector.name,
    status: connector.maturity,
    manifestHref: `/api/v1/connectors/${connector.id}/manifest`,
    capabilitySummary: capabilitiesOf(connector),
  })),
  meta: {
    count: connectors.length,
    manifestVersion: MANIFEST_VERSION,
    hostedRemotePull: false,
    credentialStorage: false,
    credentialsAccepted: false,
    executableManifests: false,
    promptContentRead: false,
  },
});
