import { Alias } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

/**
 * The topic of a workflow's notices.
 * @param email that they are sent to; without one, subscribe to the topic yourself
 */
export function noticeTopic(scope: Construct, email: string | undefined): Topic {
  const topic = new Topic(scope, 'Topic', {
    // AWS's key for SNS costs nothing, and lets every publisher of the account in that may publish to the topic.
    masterKey: Alias.fromAliasName(scope, 'TopicKey', 'alias/aws/sns'),
    enforceSSL: true,
  });
  if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
  return topic;
}
