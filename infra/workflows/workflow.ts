import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { StackSettings } from '../settings.ts';

/** Creates a role that an AWS service may assume, but only for resources of this account. */
const roleFor = (scope: Construct, service: string): Role =>
  new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal(`${service}.amazonaws.com`, {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  });

interface MachineProps {
  readonly definition: { readonly Comment: string };
  readonly functions: readonly IFunction[];
  /** Ending of the names of the machine and its log group. Without it, the machine has a generated name. */
  readonly suffix?: string;
  /** EventBridge pattern of the ends for which a notice is sent. The default is every unsuccessful end. */
  readonly failurePattern?: object;
}

/** Base of the workflows: a topic for notices, and a state machine that may invoke functions and publish to it. */
export abstract class Workflow extends Construct {
  readonly topic: Topic;
  abstract readonly machine: StateMachine;
  protected readonly role: Role;
  readonly #settings: StackSettings;

  constructor(scope: Construct, id: string, settings: StackSettings) {
    super(scope, id);
    this.#settings = settings;
    this.topic = new Topic(this, 'Topic', {
      // Use the AWS-managed key: it is free, and every role that may publish to the topic may use it.
      masterKey: Alias.fromAliasName(this, 'TopicKey', 'alias/aws/sns'),
      enforceSSL: true,
    });
    // Without an address, nobody is subscribed, and operators subscribe to the topic themselves.
    if (settings.alarmEmail !== undefined)
      this.topic.addSubscription(new EmailSubscription(settings.alarmEmail));
    this.role = roleFor(this, 'states');
  }

  /** Creates the state machine, its log group (each step, without data), and a notice about failures. Call it once. */
  protected createMachine({
    definition,
    functions,
    suffix = '',
    failurePattern = { status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
  }: MachineProps): StateMachine {
    const stack = Stack.of(this);
    const name = `${stack.stackName}${suffix}`;
    // Allow only the functions themselves; CDK's task for a function would also allow all its versions by a wildcard.
    this.allow(
      ['lambda:InvokeFunction'],
      functions.map(({ functionArn }) => functionArn),
    );
    this.allow(['sns:Publish'], [this.topic.topicArn]);
    const machine = new StateMachine(this, 'StateMachine', {
      ...(suffix !== '' && { stateMachineName: name }),
      definitionBody: DefinitionBody.fromString(stack.toJsonString(definition)),
      role: this.role,
      comment: definition.Comment,
      tracingEnabled: this.#settings.tracing,
      logs: {
        level: LogLevel.ALL,
        // Log only the names of states and errors, never ledgers or object keys.
        includeExecutionData: false,
        destination: new LogGroup(this, 'Logs', {
          // Use the prefix /aws/vendedlogs: its log groups need no entry in the account's log policy, which has a limited size.
          logGroupName: `/aws/vendedlogs/states/${name}`,
          retention: this.#settings.logRetentionDays,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      },
    });
    Validations.of(this.role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Permissions of log delivery and X-Ray cannot be limited to resources. CDK adds them for logs and traces.',
    });
    if (!this.#settings.tracing)
      Validations.of(machine).acknowledge({
        id: 'AwsSolutions-SF2',
        reason:
          'X-Ray charges for each trace, so it is off unless the setting tracing is true. The history of an execution is always available.',
      });
    this.#addFailureNotice(machine, failurePattern);
    return machine;
  }

  protected allow(actions: string[], resources: string[]): void {
    this.role.addToPolicy(new PolicyStatement({ actions, resources }));
  }

  /** Publishes a notice for the event that an execution failed, timed out or was aborted. */
  #addFailureNotice({ stateMachineArn }: StateMachine, pattern: object): void {
    const scope = new Construct(this, 'FailureNotice');
    const { topicArn: arn } = this.topic;
    // The topic is encrypted with the AWS-managed key, which AWS services cannot use directly, so publish with a role.
    const role = roleFor(scope, 'events');
    role.addToPolicy(new PolicyStatement({ actions: ['sns:Publish'], resources: [arn] }));
    const detail = (path: string) => EventField.fromPath(`$.detail.${path}`);
    // Leave out the cause: it may contain object keys, and its quotation marks would break the text.
    const input = RuleTargetInput.fromText(
      `Execution ${detail('name')} ended as ${detail('status')} ${detail('error')}. For the reason, run: aws stepfunctions describe-execution --execution-arn ${detail('executionArn')}`,
    );
    new Rule(scope, 'Rule', {
      description: 'Executions that did not succeed',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [stateMachineArn], ...pattern },
      },
      // Build the target by hand: CDK's target for a topic would also allow the role to use every key of the account.
      targets: [{ bind: () => ({ arn, role, input }) }],
    });
  }
}
