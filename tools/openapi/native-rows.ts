import { example } from '#functions/example/example.ts';
import { bills } from '#shared/bills/registry.ts';
import { findManifest } from '#shared/gateways/manifest/manifest.ts';
import { connectorIds } from '#shared/gateways/registry.ts';
import { RECORDS_MAX } from '#shared/limits.ts';
import { ROWS_KEYS } from '#shared/normalizer/intake/envelope.ts';
import { listBillFields } from './bill-fields.ts';
import type { JsonObject } from './json-object.ts';

interface NativeLedger {
  readonly field: 'logs' | 'upstreamCharges' | 'payments';
  /** Field of the result to which the rows are converted. */
  readonly becomes: string;
  /** Name of the component for rows of gateways and providers. */
  readonly native: string;
  /** Names of the components for other accepted rows: canonical records, and rows of other lists. */
  readonly others: readonly string[];
  readonly description: string;
  readonly examples: readonly (readonly JsonObject[])[];
}

const TIME = 1_786_930_215;

/** Fields of the body of `normalize` that contain native rows. */
export const nativeLedgers: readonly NativeLedger[] = [
  {
    field: 'logs',
    becomes: 'downstreamUsage[]',
    native: 'NativeLogRow',
    others: [],
    description: "The gateway's log: an array of rows, one API list response, or an array of such responses.",
    examples: [],
  },
  {
    field: 'upstreamCharges',
    becomes: 'upstreamCharges[]',
    native: 'NativeCharge',
    others: ['UpstreamRecord', 'NativeLogRow'],
    description:
      "What providers billed: records in this service's own format, log rows of the gateway that you buy from, or rows of a provider's bill.",
    examples: [
      [
        {
          requestId: 'req-1',
          upstreamId: 'chatcmpl-1',
          occurredAt: '2026-08-17T01:30:14Z',
          model: 'gpt-5-mini',
          status: 'success',
          costAmount: '0.0018',
        },
      ],
      [
        {
          id: 77,
          type: 2,
          created_at: TIME,
          request_id: 'up-1',
          model_name: 'gpt-5-mini',
          quota: 900,
          quota_per_unit: 500_000,
        },
      ],
      [{ id: 'line-1', request_id: 'chatcmpl-1', timestamp: TIME, model: 'gpt-5-mini', cost: '0.0018' }],
    ],
  },
  {
    field: 'payments',
    becomes: 'payments[]',
    native: 'NativePayment',
    others: ['PaymentRecord'],
    description:
      "What customers paid: records in this service's own format, the gateway's top-ups or orders, or rows of a payment provider's report.",
    examples: [
      example.payments.slice(0, 1),
      [
        {
          id: 500,
          user_id: 42,
          trade_no: 'ref_8f1c',
          payment_provider: 'stripe',
          money: 20,
          amount: 20,
          create_time: TIME - 100,
          complete_time: TIME,
          status: 'success',
        },
      ],
    ],
  },
];

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Collects the keys of native rows (`quota`, `other`), with the fields read from each by the manifests and bills. */
function collectNativeKeys({ becomes }: NativeLedger): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  const gateways = connectorIds.flatMap((id) => findManifest(id)?.normalization.fieldMap ?? []);
  for (const { source, canonical } of [...gateways, ...bills.flatMap(listBillFields)]) {
    const fields = canonical.split(' | ').filter((field) => field.startsWith(becomes));
    for (const [key] of source === 'none' ? [] : source.matchAll(/(?<=^| \| )[A-Za-z]\w*(?=\.| [|=]|$)/g))
      for (const field of fields)
        keys.set(key, (keys.get(key) ?? new Set()).add(field.slice(becomes.length + 1)));
  }
  return keys;
}

const PAGE = 'NativePage';
const OBJECT = 'NativeObject';

function buildRowSchema(ledger: NativeLedger): JsonObject {
  const entries = [...collectNativeKeys(ledger)].map(([key, fields]) => [
    key,
    { description: `Read for ${[...fields].map((field) => `\`${field}\``).join(', ')}.` },
  ]);
  return {
    type: 'object',
    description: `A row of \`${ledger.field}\` as a gateway or a provider writes it. The manifests describe how each of these fields is read. Other fields are ignored unless they are prohibited. Database dumps may write numbers and objects as text; these are read as well.`,
    properties: Object.fromEntries(entries),
    additionalProperties: true,
  };
}

/** Builds the schemas of rows of gateways and providers, and of API list responses with such rows, by name. */
export const buildNativeSchemas = (): Record<string, JsonObject> => ({
  ...Object.fromEntries(nativeLedgers.map((ledger) => [ledger.native, buildRowSchema(ledger)])),
  [OBJECT]: {
    type: 'object',
    description: 'A row, or an object that contains rows, as the gateway sent it.',
    additionalProperties: true,
  },
  [PAGE]: {
    type: 'object',
    description:
      'A list response as the gateway sent it: one of these fields contains the rows, directly or within an object.',
    properties: Object.fromEntries(
      ROWS_KEYS.map((key) => [
        key,
        { anyOf: [{ type: 'array', items: ref(OBJECT) }, ref(OBJECT), { type: 'null' }] },
      ]),
    ),
    additionalProperties: true,
  },
});

/**
 * Builds the schema of a field in the body of `POST /normalize`: an array of rows or list responses, or one response.
 */
export function buildLedgerSchema({ native, others, description, examples }: NativeLedger): JsonObject {
  const rows = [...others, native, PAGE].map(ref);
  return {
    description,
    anyOf: [{ type: 'array', maxItems: RECORDS_MAX, items: { anyOf: rows } }, ref(PAGE)],
    ...(examples.length > 0 && { examples }),
  };
}
