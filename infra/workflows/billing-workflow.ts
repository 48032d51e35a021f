import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { billingDefinition } from './billing-definition.ts';

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

    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
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
    this.machine = new StateMachine(this, 'StateMachine', {
      definitionBody: DefinitionBody.fromString(stack.toJsonString(definition)),
      role,
      comment: definition.Comment,
      tracingEnabled: true,
      logs: {
        level: LogLevel.ALL,
        // Names of states and errors only: ledgers do not belong into logs.
        includeExecutionData: false,
        destination: new LogGroup(this, 'Logs', {
          // Elsewhere each state machine lengthens one policy of the account, which may not outgrow 5 120 characters.
          logGroupName: `/aws/vendedlogs/states/${stack.stackName}`,
          retention: props.logRetention,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Log delivery and X-Ray know no permissions by resource; both come from CDK for its logs and traces.',
    });
  }
}
