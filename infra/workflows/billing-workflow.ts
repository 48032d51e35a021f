import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { billingDefinition } from './billing-definition.ts';
import { workflowMachine, workflowRole } from './workflow-machine.ts';

export interface BillingWorkflowProps {
  readonly normalize: IFunction;
  readonly reconcile: IFunction;
  readonly logRetention: RetentionDays;
  /** Address that notices are sent to; without one, subscribe to the topic yourself. */
  readonly email?: string;
}

/** An example of the service within Step Functions: a state machine, its role, and a topic for its notices. */
export class BillingWorkflow extends Construct {
  readonly machine: StateMachine;
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: BillingWorkflowProps) {
    super(scope, id);
    const { normalize, reconcile } = props;
    const stack = Stack.of(this);
    this.topic = new Topic(this, 'Topic', {
      // AWS's key for SNS costs nothing, and lets every publisher of the account in that may publish to the topic.
      masterKey: Alias.fromAliasName(this, 'TopicKey', 'alias/aws/sns'),
      enforceSSL: true,
    });
    if (props.email !== undefined) this.topic.addSubscription(new EmailSubscription(props.email));

    const role = workflowRole(this);
    // The functions themselves and no version of them, which CDK's own task would add with a wildcard.
    for (const [actions, resources] of [
      [['lambda:InvokeFunction'], [normalize.functionArn, reconcile.functionArn]],
      [['sns:Publish'], [this.topic.topicArn]],
    ] as const)
      role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));

    const definition = billingDefinition({
      partition: stack.partition,
      normalize: normalize.functionArn,
      reconcile: reconcile.functionArn,
      topic: this.topic.topicArn,
    });
    this.machine = workflowMachine(this, { role, definition, logRetention: props.logRetention });
  }
}
