import { Stack } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';

export interface FailureNoticeProps {
  readonly machine: StateMachine;
  /** Is told of the end of an execution. */
  readonly topic: Topic;
  /** What its states tell themselves: then only of ends that no state sees. */
  readonly tellsItself?: boolean;
}

/** Ends that no Catch sees. */
const UNSEEN_ERRORS = ['States.DataLimitExceeded', 'States.Runtime'];

/**
 * Tells a topic of executions that failed, timed out or were aborted, whether or not anybody has an alarm. It is the
 * event of the end that tells, not a state: nothing is caught, so that a failed execution can be redriven.
 */
export class FailureNotice extends Construct {
  constructor(scope: Construct, id: string, { machine, topic, tellsItself = false }: FailureNoticeProps) {
    super(scope, id);
    const ends = tellsItself
      ? { $or: [{ status: ['TIMED_OUT', 'ABORTED'] }, { status: ['FAILED'], error: UNSEEN_ERRORS }] }
      : { status: ['FAILED', 'TIMED_OUT', 'ABORTED'] };
    // A role of the account, because AWS's key of the topic admits no service; the topic's own policy would not do.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('events.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    });
    role.addToPolicy(new PolicyStatement({ actions: ['sns:Publish'], resources: [topic.topicArn] }));
    const of = (path: string) => EventField.fromPath(`$.detail.${path}`);
    // Names alone: a cause may quote keys, and its own quotes would break the text.
    const input = RuleTargetInput.fromText(
      `Execution ${of('name')} ended as ${of('status')} ${of('error')}. Why: aws stepfunctions describe-execution --execution-arn ${of('executionArn')}`,
    );
    new Rule(this, 'Rule', {
      description: 'Executions that did not succeed',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [machine.stateMachineArn], ...ends },
      },
      // CDK's own target would also grant the role every key of the account.
      targets: [{ bind: () => ({ arn: topic.topicArn, role, input }) }],
    });
  }
}
