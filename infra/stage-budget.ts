import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

export interface StageBudgetProps {
  readonly stage: string;
  readonly monthlyUsd: number;
  readonly email: string;
}

/** Shares of the budget, in percent, at which a mail goes out: of actual and of forecast cost. */
const SPENT_PERCENT = 80;
const FORESEEN_PERCENT = 100;

/**
 * Mails what a stage costs, by the tags of its stack: a bill that somebody else writes is noticed within a day. AWS
 * counts by these tags only once the account has activated them.
 */
export class StageBudget extends Construct {
  constructor(scope: Construct, id: string, { stage, monthlyUsd, email }: StageBudgetProps) {
    super(scope, id);
    const told = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
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
}
