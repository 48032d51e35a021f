import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

export interface WorkflowMachineProps {
  readonly role: Role;
  readonly definition: { readonly Comment: string };
  readonly logRetention: RetentionDays;
  /** What tells the machine from the stack's first: a part of its log's name, and of its own where it has one. */
  readonly suffix?: string;
  readonly stateMachineName?: string;
}

/** The role of a workflow, which may do nothing yet, and works for machines of this account alone. */
export const workflowRole = (scope: Construct): Role =>
  new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('states.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  });

/** A state machine that is traced, and logs every step without its data. */
export function workflowMachine(scope: Construct, props: WorkflowMachineProps): StateMachine {
  const { role, definition, logRetention, suffix = '', stateMachineName } = props;
  const stack = Stack.of(scope);
  const machine = new StateMachine(scope, 'StateMachine', {
    ...(stateMachineName !== undefined && { stateMachineName }),
    definitionBody: DefinitionBody.fromString(stack.toJsonString(definition)),
    role,
    comment: definition.Comment,
    tracingEnabled: true,
    logs: {
      level: LogLevel.ALL,
      // Names of states and errors only: neither ledgers nor keys of exports belong into logs.
      includeExecutionData: false,
      destination: new LogGroup(scope, 'Logs', {
        // Elsewhere each state machine lengthens one policy of the account, which may not outgrow 5 120 characters.
        logGroupName: `/aws/vendedlogs/states/${stack.stackName}${suffix}`,
        retention: logRetention,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    },
  });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'Log delivery and X-Ray know no permissions by resource; both come from CDK for its logs and traces.',
  });
  return machine;
}
