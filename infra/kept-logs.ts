import { Aspects, Fn, type IAspect, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import type { IConstruct } from 'constructs';

/** Eight digits of the stack's own id, which a stack made anew under the same name does not have. */
const lifeOf = (stack: Stack): string =>
  Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stack.stackId))));

class KeptLogs implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnLogGroup)) return;
    node.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    // What is left of a destroyed stack would stand in the way of the next one.
    const stack = Stack.of(node);
    if (stack.resolve(node.logGroupName) !== undefined) node.logGroupName += `-${lifeOf(stack)}`;
  }
}

/** Keeps every log group of a stack when it is destroyed; its retention still empties it. */
export const keepLogs = (stack: Stack): void => Aspects.of(stack).add(new KeptLogs());
