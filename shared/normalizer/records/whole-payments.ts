import type { Account } from '../account.ts';
import type { ExportContext } from '../context.ts';
import { perUnit } from '../fields/per-unit.ts';
import type { Entry } from '../intake/native.ts';
import { type JoinedPayments, joinedPayments } from './joined-payments.ts';
import { paymentSides } from './payments.ts';
import { TakenBack } from './taken-back.ts';

/**
 * Payments of all rows, both sides joined.
 * @param logs the gateway's log rows, whose administrators may have taken credits back by hand
 */
export function wholePayments(
  payments: readonly Entry[],
  logs: readonly Entry[],
  context: ExportContext,
  account: Account,
): JoinedPayments {
  const { quotaPerUnit, connector, currency } = context;
  const per = quotaPerUnit === undefined ? undefined : perUnit(quotaPerUnit, account);
  const takenBack = TakenBack.of(logs, connector, per);
  return joinedPayments(paymentSides(payments, context, account), currency, takenBack, account);
}
