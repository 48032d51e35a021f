import { compare, type Decimal, decimal, exceeds, isPositive, plain, total } from '../money.ts';
import type { Cause, Finding, ReconciliationReport } from '../schemas/report.ts';
import { exactAmount } from './exact-amount.ts';
import { findingsOfCause, once } from './findings-of-cause.ts';
import type { Standout } from './words/parts.ts';

/** What a customer has of a cause. */
interface Share {
  readonly userId: string;
  readonly amount: Decimal;
}

/** What single customers have of a finding: it names one, or lists several with their amounts. */
function sharesIn(finding: Finding): readonly Share[] {
  const { userId, byUser }: Record<string, unknown> = finding.details ?? {};
  if (typeof userId === 'string') return [{ userId, amount: decimal(exactAmount(finding) ?? 0) }];
  if (!Array.isArray(byUser)) return [];
  return byUser.map(({ userId, amount }) => ({ userId, amount: decimal(amount) }));
}

const memo = once(() => new Map<Cause, readonly Share[]>());

/** Customers by the money that a cause costs with them, most first; nothing where findings of it are not listed. */
export function sharesOf(report: ReconciliationReport, cause: Cause): readonly Share[] {
  const known = memo(report).get(cause);
  if (known) return known;
  const listed = findingsOfCause(report, cause);
  const byUser = Map.groupBy(
    listed.length === cause.count ? listed.flatMap(sharesIn) : [],
    (one) => one.userId,
  );
  const shares = [...byUser]
    .map(([userId, parts]) => ({ userId, amount: total(parts, ({ amount }) => amount) }))
    .filter(({ amount }) => isPositive(amount))
    .toSorted((a, b) => compare(b.amount, a.amount));
  memo(report).set(cause, shares);
  return shares;
}

/** The customer with more than half of a cause's money, if there is one. */
export function standoutOf(report: ReconciliationReport, cause: Cause): Standout | null {
  const [first] = sharesOf(report, cause);
  if (first === undefined || cause.amount === null) return null;
  const whole = decimal(cause.amount);
  if (!exceeds(first.amount.times(2), whole)) return null;
  return { userId: first.userId, amount: plain(first.amount), isAlone: compare(first.amount, whole) === 0 };
}
