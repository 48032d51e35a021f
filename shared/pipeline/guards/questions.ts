import type { OpenQuestion } from '../../engine/survey/context.ts';
import type { UnjoinedPayments } from '../../normalizer/records/report-spans.ts';
import { joinFirst } from '../../sentence.ts';
import type { CostMultiple } from '../link/cost-multiples.ts';
import type { PaymentsInTwoFiles } from '../link/payments-in-two-files.ts';
import { type HeadedSource, LEDGER_BY_FIELD } from '../read/source.ts';

const NAMES_SHOWN = 5;

/** Asks about log rows without a type, if no row has one: refunds and top-ups among them would look like sales. */
export const askAboutUntypedLogs = (sources: readonly HeadedSource[]): OpenQuestion[] =>
  (['logs', 'upstreamCharges'] as const).flatMap((field) => {
    const untyped = sources.filter((source) => source.field === field && source.head.profile.untyped > 0);
    if (untyped.length === 0) return [];
    const rows = untyped.reduce((sum, { head }) => sum + head.profile.untyped, 0);
    const names = untyped.map(({ location }) => location);
    const texts = { files: joinFirst(names, NAMES_SHOWN) };
    return [{ code: 'row_types_missing', ledger: LEDGER_BY_FIELD[field], counts: { rows }, texts }];
  });

/**
 * Asks about top-ups in the gateway's list (`orders`) and payments in the reports of payment processors (`providers`)
 * that share no order number but are probably the same money.
 */
export const askAboutUnlinkedPayments = ({
  orders,
  payments,
  providers,
}: UnjoinedPayments): OpenQuestion[] =>
  orders.size === 0
    ? []
    : [
        {
          code: 'payments_unjoined',
          ledger: 'payments',
          counts: { orders: orders.size, payments },
          texts: { providers: joinFirst(providers, NAMES_SHOWN) },
        },
      ];

/** Asks about two files that contain the same payments under different ids. */
export const askAboutPaymentsInTwoFiles = (
  found: PaymentsInTwoFiles | undefined,
  sources: readonly HeadedSource[],
): OpenQuestion[] => {
  if (found === undefined) return [];
  const { provider, payments, sources: numbers } = found;
  const names = sources.flatMap(({ source, location }) => (numbers.includes(source) ? location : []));
  const texts = { files: joinFirst(names, NAMES_SHOWN), providers: provider };
  return [{ code: 'payments_in_two_files', ledger: 'payments', counts: { payments }, texts }];
};

/** Fewest requests with the same ratio of cost to charge, so that it is not a coincidence. */
const REQUESTS_MIN = 5;

/**
 * Asks about an upstream gateway's log in which every request costs the same multiple, above 1, of what the customer
 * was charged: its quota may have another unit. Files with a configured unit or currency are left out.
 */
export const askAboutUnknownUnits = (
  multiples: ReadonlyMap<number, CostMultiple>,
  sources: readonly HeadedSource[],
): OpenQuestion[] => {
  const [multiple] = sources.flatMap(({ source, quotaPerUnit, currency }) => {
    const candidate = multiples.get(source);
    const isConfigured = quotaPerUnit !== undefined || currency !== undefined;
    if (candidate === undefined || isConfigured || candidate.requests < REQUESTS_MIN) return [];
    return candidate.least > 1 && candidate.least <= candidate.most ? candidate : [];
  });
  if (multiple === undefined) return [];
  const { requests, paid, charged } = multiple;
  const factor = `${Number((paid / charged).toPrecision(3))}×`;
  return [
    { code: 'upstream_unit_unknown', ledger: 'upstreamCharges', counts: { requests }, texts: { factor } },
  ];
};
