import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, inject, test } from 'vitest';
import { LedgerBucketStack } from '#infra/ledger-bucket-stack.ts';
import { KEY_ARN, resourcesOf, variant } from '../support/infra/variants.ts';

/** Synthesizes only the stack of the bucket. */
function made({ days, ...props }: { keyArn?: string; accessLogs?: string; days?: number } = {}) {
  const app = new App({ outdir: mkdtempSync(join(inject('scratch'), 'books-')) });
  const reports = { prefix: 'reports/', days };
  new LedgerBucketStack(app, 'Books', {
    bucketName: 'books',
    keyArn: undefined,
    accessLogs: undefined,
    reports,
    ...props,
  });
  const [stack] = app.synth().stacks;
  if (!stack) throw new Error('no stack');
  const [bucket] = resourcesOf(stack, 'AWS::S3::Bucket');
  return { app, stack, bucket };
}
const encryptionOf = ({ bucket }: ReturnType<typeof made>) =>
  bucket?.Properties.BucketEncryption.ServerSideEncryptionConfiguration;

describe('the bucket', () => {
  const { app, stack, bucket } = made();

  test('is private, encrypted, refuses plain HTTP, is versioned, and expires temporary objects', () => {
    expect(bucket?.Properties).toMatchObject({
      BucketName: 'books',
      VersioningConfiguration: { Status: 'Enabled' },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    expect(encryptionOf({ app, stack, bucket })).toEqual([
      { BucketKeyEnabled: true, ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } },
    ]);
    const [scratch, rest] = bucket?.Properties.LifecycleConfiguration.Rules ?? [];
    expect(scratch).toMatchObject({ Prefix: 'scratch/', ExpirationInDays: 14, Status: 'Enabled' });
    expect(rest).toMatchObject({
      NoncurrentVersionExpiration: { NoncurrentDays: 90 },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    });
    const [policy] = resourcesOf(stack, 'AWS::S3::BucketPolicy');
    const denied = policy?.Properties.PolicyDocument.Statement.map(
      ({ Effect, Condition }: { Effect: string; Condition: object }) => [Effect, Condition],
    );
    expect(denied).toContainEqual(['Deny', { Bool: { 'aws:SecureTransport': 'false' } }]);
  });

  test('keeps reports forever, or for the days in the settings', () => {
    const expiringIn = ({ bucket: one }: ReturnType<typeof made>) =>
      one?.Properties.LifecycleConfiguration.Rules.filter(
        ({ ExpirationInDays }: { ExpirationInDays?: number }) => ExpirationInDays,
      ).map(({ Prefix, ExpirationInDays }: { Prefix: string; ExpirationInDays: number }) => [
        Prefix,
        ExpirationInDays,
      ]);
    expect(expiringIn(made())).toEqual([['scratch/', 14]]);
    expect(expiringIn(made({ days: 400 }))).toEqual([
      ['scratch/', 14],
      ['reports/', 400],
    ]);
  });

  test('survives the deletion of its stack, except after a failed creation, and has no key that can be lost', () => {
    expect(bucket).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    expect(resourcesOf(stack, 'AWS::KMS::Key')).toEqual([]);
  });

  test('uses the KMS key and the access log bucket in the settings', () => {
    const given = made({ keyArn: KEY_ARN, accessLogs: 'logs' });
    expect(encryptionOf(given)[0].ServerSideEncryptionByDefault).toEqual({
      SSEAlgorithm: 'aws:kms',
      KMSMasterKeyID: KEY_ARN,
    });
    const { DestinationBucketName, LogFilePrefix } = given.bucket?.Properties.LoggingConfiguration ?? {};
    expect([DestinationBucketName, LogFilePrefix]).toEqual(['logs', 'books/']);
    // The stack cannot set the policy of an existing bucket, so the guide contains the statement.
    const [statement = ''] = readFileSync('docs/workflows.md', 'utf8').match(/\{\s*"Effect"[^`]*/) ?? [];
    const { Resource } = JSON.parse(
      statement.replaceAll('<ledgerBucket>', 'books').replaceAll('<ledgerAccessLogs>', 'logs'),
    );
    expect(Resource).toBe(`arn:aws:s3:::${DestinationBucketName}/${LogFilePrefix}*`);
    expect(given.stack.messages).toEqual([]);
  });

  test.each([{}, { keyArn: KEY_ARN, accessLogs: 'logs' }])(
    'with the settings %j breaks no rule of AWS Solutions',
    (props) => {
      const { violations } = new AwsSolutionsChecks().validateScope(made(props).app);
      expect(violations.map(({ ruleName }) => ruleName)).toEqual([]);
    },
  );
});

test('a deployment has a bucket stack only if it creates the bucket', () => {
  const ids = (name: 'default' | 'ledger' | 'adopted') =>
    variant(name)
      .app.synth()
      .stacks.map(({ id }) => id)
      .sort();
  expect(ids('default')).toEqual(['ReconciliationService-prod']);
  expect(ids('ledger')).toEqual(['ReconciliationBooks-prod', 'ReconciliationService-prod']);
  expect(ids('adopted')).toEqual(['ReconciliationService-prod']);
});
