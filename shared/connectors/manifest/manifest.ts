import { DEFAULT_LANGUAGE } from '../../language.ts';
import { BODY_BYTES_MAX } from '../../limits.ts';
import { told } from '../../sentence.ts';
import type { Connector, Fork } from '../connector.ts';
import { prohibitedFields } from '../prohibited/prohibited.ts';
import { type ConnectorId, connectors } from '../registry.ts';
import { capabilitiesOf } from './capabilities.ts';
import { fieldMapOf } from './field-map.ts';
import { billLimitations } from './field-map-bills.ts';
import type { ConnectorManifest } from './manifest-schemas.ts';
import { MANIFEST_VERSION } from './manifest-version.ts';

const forkLimitations = ({ name, requestIds, limitations }: Fork): string[] => [
  ...(requestIds ? [requestIds.en] : []),
  ...limitations.map((limitation) => `${name}: ${limitation}`),
];

/** The manifest of one gateway, all of it read from the data that the parser interprets. */
export const manifestFor = (connector: Connector): ConnectorManifest => ({
  manifestVersion: MANIFEST_VERSION,
  connector: {
    id: connector.id as ConnectorId,
    name: connector.name,
    family: connector.family,
    maturity: connector.maturity,
    verifiedAt: connector.verifiedAt,
  },
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
    connectorValue: connector.id as ConnectorId,
    requiredFields: ['connector', 'logs'],
    optionalFields: ['currency', 'quotaPerUnit', 'period', 'channels', 'upstreamCharges', 'payments'],
    conditionalRequirements: connector.quotaPerUnitAt
      ? [
          {
            field: 'quotaPerUnit',
            when: 'rows carry quota and no amount of money; there is no default, because deployments differ',
            sourceHint: told(connector.quotaPerUnitAt, DEFAULT_LANGUAGE),
          },
        ]
      : [],
  },
  source: {
    access: connector.source.access,
    authType: connector.source.authType,
    authHeaderNames: [...connector.source.authHeaderNames],
    resources: connector.source.resources.map(({ id, label, ...resource }) => ({
      id,
      label,
      method: 'GET',
      ...resource,
      scope: 'caller-operated-source',
    })),
  },
  capabilities: capabilitiesOf(connector),
  normalization: {
    inputFamily: connector.inputFamily,
    fieldMap: fieldMapOf(connector),
    limitations: [
      connector.requestIds.en,
      ...connector.limitations,
      ...(connector.forks ?? []).flatMap(forkLimitations),
      ...billLimitations(),
    ],
  },
});

/** The manifest of a registered connector, or `undefined` for any other id. */
export function manifestOf(connectorId: string): ConnectorManifest | undefined {
  const connector = connectors.find(({ id }) => id === connectorId);
  return connector && manifestFor(connector);
}

/** Every connector with its capabilities, and what the service never does. */
export const catalog = () => ({
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
