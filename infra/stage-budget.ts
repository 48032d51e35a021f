import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { StackSettings } from './settings.ts';

/** Shares of the budget, in percent, at which a mail goes out: of actual and of forecast cost. */
const SPENT_PERCENT = 80;
const FORESEEN_PERCENT = 100;

/**
 * Mails what a stage costs, by the tags of its stack, where the settings ask for it: a bill that somebody else writes is
 * noticed within a day. AWS counts by these tags only once the account has activated them.
 */
export function addBudget(scope: Construct, { stage, monthlyBudgetUsd, alarmEmail }: StackSettings): void {
  if (monthlyBudgetUsd === undefined || alarmEmail === undefined) return;
  const told = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  });
  new CfnBudget(new Construct(scope, 'Budget'), 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      metrics: ['UnblendedCost'],
      // Both must match: other stages have budgets of their own.
      filterExpression: {
        and: [
          { tags: { key: 'service', values: ['reconciliation'] } },
          { tags: { key: 'stage', values: [stage] } },
        ],
      },
    },
    notificationsWithSubscribers: [told('ACTUAL', SPENT_PERCENT), told('FORECASTED', FORESEEN_PERCENT)],
  });
}
