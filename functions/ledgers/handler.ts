import { readFileSync } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import { createHandler } from './create-handler.ts';
import { S3Objects } from './objects/s3-objects.ts';

const { LEDGER_BUCKET = '', LEDGER_INPUT = '', LEDGER_OUTPUT = '', LEDGER_CLOSING } = process.env;
// Set only by tests. Without an address, the SDK uses S3.
const { S3_ENDPOINT: endpoint, AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memory } = process.env;
// Retry throttled calls for some seconds; the workflow retries for longer.
const client = new S3Client({ maxAttempts: 8, ...(endpoint && { endpoint, forcePathStyle: true }) });

/** Handler of the ledger workflow's function. Input and result contain keys and figures; rows stay in the bucket. */
export const handler = createHandler({
  objects: new S3Objects(client, LEDGER_BUCKET),
  deployment: { inputPrefix: LEDGER_INPUT, outputPrefix: LEDGER_OUTPUT },
  closing: LEDGER_CLOSING === undefined ? undefined : JSON.parse(LEDGER_CLOSING),
  memoryMb: Number(memory),
  page: () => readFileSync(new URL('page.html', import.meta.url), 'utf8'),
});
