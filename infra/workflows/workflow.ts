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

/** A role that a service takes on for resources of this account alone. */
const roleFor = (scope: Construct, service: string): Role =>
  new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal(`${service}.amazonaws.com`, {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  });

export interface MachineProps {
  readonly definition: { readonly Comment: string };
  /** What its states call. */
  readonly functions: readonly IFunction[];
  /** Gives the machine a name of its own, and tells its log from that of the stack's first. */
  readonly suffix?: string;
  /** Ends that its states do not tell themselves; all, where it is absent. */
  readonly untold?: object;
}

/** What workflows have in common: a topic for their notices, and a machine whose role may call functions and tell the topic. */
export abstract class Workflow extends Construct {
  readonly topic: Topic;
  abstract readonly machine: StateMachine;
  protected readonly role: Role;
  readonly #settings: StackSettings;

  constructor(scope: Construct, id: string, settings: StackSettings) {
    super(scope, id);
    this.#settings = settings;
    this.topic = new Topic(this, 'Topic', {
      // AWS's key for SNS costs nothing, and lets every publisher of the account in that may publish to the topic.
      masterKey: Alias.fromAliasName(this, 'TopicKey', 'alias/aws/sns'),
      enforceSSL: true,
    });
    // Without an address, subscribe to the topic yourself.
    if (settings.alarmEmail !== undefined)
      this.topic.addSubscription(new EmailSubscription(settings.alarmEmail));
    this.role = roleFor(this, 'states');
  }

  /** Makes the machine. It logs every step without its data. */
  protected machineOf({ definition, functions, suffix = '', untold }: MachineProps): StateMachine {
    const stack = Stack.of(this);
    const name = `${stack.stackName}${suffix}`;
    // The functions themselves and no version of them, which CDK's own task would add with a wildcard.
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
        // Names of states and errors only: neither ledgers nor keys of exports belong into logs.
        includeExecutionData: false,
        destination: new LogGroup(this, 'Logs', {
          // Elsewhere each state machine lengthens one policy of the account, which may not outgrow 5 120 characters.
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
          'X-Ray bills each trace. The setting tracing turns it on; the history of an execution is always there.',
      });
    this.#addFailureNotice(machine, untold);
    return machine;
  }

  protected allow(actions: string[], resources: string[]): void {
    this.role.addToPolicy(new PolicyStatement({ actions, resources }));
  }

  /**
   * Tells the topic of executions that failed, timed out or were aborted, whether or not anybody has an alarm. It is the
   * event of the end that tells, not a state: nothing is caught, so that a failed execution can be redriven.
   */
  #addFailureNotice(
    { stateMachineArn }: StateMachine,
    ends: object = { status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
  ): void {
    const scope = new Construct(this, 'FailureNotice');
    const { topicArn: arn } = this.topic;
    // A role of the account, because AWS's key of the topic admits no service; the topic's own policy would not do.
    const role = roleFor(scope, 'events');
    role.addToPolicy(new PolicyStatement({ actions: ['sns:Publish'], resources: [arn] }));
    const of = (path: string) => EventField.fromPath(`$.detail.${path}`);
    // Names alone: a cause may quote keys, and its own quotes would break the text.
    const input = RuleTargetInput.fromText(
      `Execution ${of('name')} ended as ${of('status')} ${of('error')}. Why: aws stepfunctions describe-execution --execution-arn ${of('executionArn')}`,
    );
    new Rule(scope, 'Rule', {
      description: 'Executions that did not succeed',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [stateMachineArn], ...ends },
      },
      // CDK's own target would also grant the role every key of the account.
      targets: [{ bind: () => ({ arn, role, input }) }],
    });
  }
}
