import { readFileSync } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import { createHandler } from './create-handler.ts';
import { S3Objects } from './objects/s3-objects.ts';

const { LEDGER_BUCKET = '', LEDGER_INPUT = '', LEDGER_OUTPUT = '', LEDGER_CLOSING } = process.env;
// The address is the tests' own; deployed, the SDK knows S3.
const { S3_ENDPOINT: endpoint, AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memory } = process.env;
// Some seconds of SlowDown pass here; longer ones are the workflow's to wait for.
const client = new S3Client({ maxAttempts: 8, ...(endpoint && { endpoint, forcePathStyle: true }) });

/** The one function of the ledger workflow: keys in, keys and small figures out; rows go by way of the bucket only. */
export const handler = createHandler({
  objects: new S3Objects(client, LEDGER_BUCKET),
  deployment: { inputPrefix: LEDGER_INPUT, outputPrefix: LEDGER_OUTPUT },
  closing: LEDGER_CLOSING === undefined ? undefined : JSON.parse(LEDGER_CLOSING),
  memoryMb: Number(memory),
  page: () => readFileSync(new URL('page.html', import.meta.url), 'utf8'),
});
