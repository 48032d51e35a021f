import { Annotations, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { SCRATCH_PREFIX } from '#functions/ledgers/deployment.ts';

export interface BooksStackProps extends StackProps {
  readonly bucketName: string;
  /** Key of your own; AWS's key for S3 where it is absent. */
  readonly keyArn: string | undefined;
  /** Bucket of your own that receives the access log. */
  readonly accessLogs: string | undefined;
  /** Prefix of the reports, and the days after which they expire; they stay if `days` is absent. */
  readonly reports: { readonly prefix: string; readonly days: number | undefined };
}

/** An execution that failed may be resumed for so long. */
const SCRATCH_DAYS = 14;
/** What was overwritten or deleted by mistake can be had back for so long. */
const EARLIER_VERSION_DAYS = 90;

/**
 * The bucket of exports and reports, alone in its stack: a deployment of the service that forgets its setting, or
 * whose stack is destroyed, leaves it with its owner. It makes no key, so that there is none to lose.
 */
export class BooksStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { bucketName, keyArn, accessLogs, reports, ...props }: BooksStackProps,
  ) {
    super(scope, id, props);
    const bucket = new Bucket(this, 'Bucket', {
      bucketName,
      ...(keyArn === undefined
        ? { encryption: BucketEncryption.KMS_MANAGED }
        : { encryption: BucketEncryption.KMS, encryptionKey: Key.fromKeyArn(this, 'Key', keyArn) }),
      // One call of KMS for many objects.
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
        // `latest.json` is written after the report that it names, so it never expires before it.
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
      // A bucket that could not be set up does not stand in the way of the next try; any other is kept.
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
        'The bucket of the log is not ours; docs/deploy.md has the statement that its policy needs.',
      );
  }
}
