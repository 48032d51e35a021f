import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { billingDefinition } from './billing-definition.ts';
import type { ClosingRule } from './closing-rule.ts';
import { FailureNotice } from './failure-notice.ts';
import type { LedgerWorkflow } from './ledger-workflow.ts';
import { noticeTopic } from './notice-topic.ts';
import { workflowMachine, workflowRole } from './workflow-machine.ts';

export interface BillingWorkflowProps {
  readonly normalize: IFunction;
  readonly reconcile: IFunction;
  readonly logRetention: RetentionDays;
  /** Address that notices are sent to; without one, subscribe to the topic yourself. */
  readonly email?: string;
  readonly rule: ClosingRule;
  /** The ledger workflow, if there is one. */
  readonly ledger?: Pick<LedgerWorkflow, 'machine' | 'machineName'>;
}

/** The rule of EventBridge by which Step Functions learns that an execution has ended; it keeps it itself. */
const RULE = 'StepFunctionsGetEventsForStepFunctionsExecutionRule';

/**
 * Lets a role start executions of a machine and wait for them, as AWS documents for `startExecution.sync:2`.
 * @param machine that was given a name: its executions are named after it
 */
function allowNested(role: Role, machine: StateMachine, machineName: string): void {
  const stack = Stack.of(role);
  const executions = stack.formatArn({
    service: 'states',
    resource: 'execution',
    resourceName: `${machineName}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const rule = stack.formatArn({ service: 'events', resource: 'rule', resourceName: RULE });
  const allow = (actions: string[], resource: string) =>
    role.addToPolicy(new PolicyStatement({ actions, resources: [resource] }));
  allow(['states:StartExecution'], machine.stateMachineArn);
  allow(['states:DescribeExecution', 'states:StopExecution'], executions);
  allow(['events:PutTargets', 'events:PutRule', 'events:DescribeRule'], rule);
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${machineName}:*]`,
    reason: 'The executions that the workflow has started, whose names Step Functions makes.',
  });
}

/** An example of the service within Step Functions: a state machine, its role, and a topic for its notices. */
export class BillingWorkflow extends Construct {
  readonly machine: StateMachine;
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: BillingWorkflowProps) {
    super(scope, id);
    const { normalize, reconcile, rule, ledger } = props;
    const stack = Stack.of(this);
    this.topic = noticeTopic(this, props.email);
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
      rule,
      ...(ledger && { ledger: ledger.machine.stateMachineArn }),
    });
    if (ledger) allowNested(role, ledger.machine, ledger.machineName);
    this.machine = workflowMachine(this, { role, definition, logRetention: props.logRetention });
    const { machine, topic } = this;
    new FailureNotice(this, 'FailureNotice', { machine, topic, tellsItself: true });
  }
}
