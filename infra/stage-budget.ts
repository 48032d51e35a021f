import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { StackSettings } from './settings.ts';

/** Percent of the budget at which a mail is sent: by the cost so far, and by the forecast for the month. */
const ACTUAL_PERCENT = 80;
const FORECAST_PERCENT = 100;

/** Adds a monthly AWS budget for the resources of the stage, if the settings name an amount and a mail address. */
export function addBudget(scope: Construct, { stage, monthlyBudgetUsd, alarmEmail }: StackSettings): void {
  if (monthlyBudgetUsd === undefined || alarmEmail === undefined) return;
  const mailAt = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  });
  new CfnBudget(new Construct(scope, 'Budget'), 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      metrics: ['UnblendedCost'],
      // Match both tags, because other stages have separate budgets.
      filterExpression: {
        and: [
          { tags: { key: 'service', values: ['reconciliation'] } },
          { tags: { key: 'stage', values: [stage] } },
        ],
      },
    },
    notificationsWithSubscribers: [mailAt('ACTUAL', ACTUAL_PERCENT), mailAt('FORECASTED', FORECAST_PERCENT)],
  });
}
