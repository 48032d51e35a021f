import type { OpenQuestion } from '../../engine/survey/input-facts.ts';
import type { UnjoinedPayments } from '../../normalizer/records/report-spans.ts';
import { joinFirst } from '../../sentence.ts';
import type { CostMultiple } from '../link/cost-multiples.ts';
import { type HeadedSource, LEDGER_BY_FIELD } from '../read/source.ts';

const NAMES_SHOWN = 5;

/** Asks about logs without row types: refunds and top-ups may look like sales. */
export const askAboutUntypedLogs = (sources: readonly HeadedSource[]): OpenQuestion[] =>
  (['logs', 'upstreamCharges'] as const).flatMap((field) => {
    const untyped = sources.filter((source) => source.field === field && source.head.profile.untyped > 0);
    const rows = untyped.reduce((sum, { head }) => sum + head.profile.untyped, 0);
    const files = joinFirst(
      untyped.map(({ place }) => place),
      NAMES_SHOWN,
    );
    return rows === 0
      ? []
      : [{ code: 'row_types_missing', ledger: LEDGER_BY_FIELD[field], counts: { rows }, texts: { files } }];
  });

/** Asks about top-ups and payments of one processor that no order number links, although they are the same money. */
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

/** Minimum number of requests with the same ratio, so that it is not a coincidence. */
const REQUESTS_MIN = 5;

/** Asks about an upstream log in which every request costs the same multiple of its charge. */
export const askAboutUnknownUnits = (
  multiples: ReadonlyMap<number, CostMultiple>,
  sources: readonly HeadedSource[],
): OpenQuestion[] => {
  const [asked] = sources.flatMap(({ source, quotaPerUnit, currency }) => {
    const multiple = multiples.get(source);
    const isStated = quotaPerUnit !== undefined || currency !== undefined;
    if (multiple === undefined || isStated || multiple.requests < REQUESTS_MIN) return [];
    return multiple.least > 1 && multiple.least <= multiple.most ? multiple : [];
  });
  if (asked === undefined) return [];
  const { requests, paid, charged } = asked;
  const factor = `${Number((paid / charged).toPrecision(3))}×`;
  return [
    { code: 'upstream_unit_unknown', ledger: 'upstreamCharges', counts: { requests }, texts: { factor } },
  ];
};
