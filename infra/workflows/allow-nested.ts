import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';

/** The rule of EventBridge by which Step Functions learns that an execution has ended; it keeps it itself. */
const RULE = 'StepFunctionsGetEventsForStepFunctionsExecutionRule';

/**
 * Lets a role start executions of a machine and wait for them, as AWS documents for `startExecution.sync:2`.
 * @param machine that was given a name: its executions are named after it
 */
export function allowNested(role: Role, machine: StateMachine, machineName: string): void {
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
