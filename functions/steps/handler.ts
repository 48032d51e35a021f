import { readFileSync } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import { deploymentOf } from './deployment.ts';
import { handlerOf } from './handler-of.ts';
import { S3Objects } from './objects/s3-objects.ts';

// The address is the tests' own; deployed, the SDK knows S3.
const { S3_ENDPOINT: endpoint } = process.env;
// Some seconds of SlowDown pass here; longer ones are the workflow's to wait for.
const client = new S3Client({ maxAttempts: 8, ...(endpoint && { endpoint, forcePathStyle: true }) });
const deployment = deploymentOf(process.env);

/** One step of the ledger workflow: keys in, keys and small figures out; rows go by way of the bucket only. */
export const handler = handlerOf({
  objects: new S3Objects(client, deployment.bucket),
  deployment,
  page: () => readFileSync(new URL('page.html', import.meta.url), 'utf8'),
});
