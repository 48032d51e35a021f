import { Annotations, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { SCRATCH_PREFIX } from '#functions/ledgers/deployment.ts';

interface LedgerBucketStackProps extends StackProps {
  readonly bucketName: string;
  /** ARN of the operator's KMS key. Without it, S3 encrypts with the key that AWS manages. */
  readonly keyArn: string | undefined;
  /** Name of an existing bucket that receives the access log. */
  readonly accessLogs: string | undefined;
  /** Prefix of the reports, and the days after which they expire. Without `days` they never expire. */
  readonly reports: { readonly prefix: string; readonly days: number | undefined };
}

/** Days for which scratch files stay: a failed execution can be resumed for as long. */
const SCRATCH_DAYS = 14;
/** Days for which an overwritten or deleted object can be restored. */
const EARLIER_VERSION_DAYS = 90;

/** Stack with only the bucket for exports and reports, so that it remains if the service's stack is destroyed. */
export class LedgerBucketStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { bucketName, keyArn, accessLogs, reports, ...props }: LedgerBucketStackProps,
  ) {
    super(scope, id, props);
    const bucket = new Bucket(this, 'Bucket', {
      bucketName,
      ...(keyArn === undefined
        ? { encryption: BucketEncryption.KMS_MANAGED }
        : { encryption: BucketEncryption.KMS, encryptionKey: Key.fromKeyArn(this, 'Key', keyArn) }),
      // With a bucket key, S3 calls KMS once for many objects instead of once for each.
      bucketKeyEnabled: true,
      versioned: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [
        {
          prefix: SCRATCH_PREFIX,
          expiration: Duration.days(SCRATCH_DAYS),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // `latest.json` expires by this rule as well, but after the report that it names, because it is written later.
        ...(reports.days === undefined
          ? []
          : [{ prefix: reports.prefix, expiration: Duration.days(reports.days) }]),
        {
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(EARLIER_VERSION_DAYS),
        },
        { expiredObjectDeleteMarker: true },
      ],
      ...(accessLogs !== undefined && {
        serverAccessLogsBucket: Bucket.fromBucketName(this, 'AccessLogs', accessLogs),
        serverAccessLogsPrefix: `${bucketName}/`,
      }),
      // Keep the bucket when the stack is destroyed, but not when creating it failed: it would block the next attempt.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    if (accessLogs === undefined)
      Validations.of(bucket).acknowledge({
        id: 'AwsSolutions-S1',
        reason: 'Server access logs need a second bucket, which the setting ledgerAccessLogs names.',
      });
    else
      Annotations.of(bucket).acknowledgeWarning(
        '@aws-cdk/aws-s3:accessLogsPolicyNotAdded',
        'The log bucket belongs to the operator. docs/workflows.md has the statement that its policy needs.',
      );
  }
}
