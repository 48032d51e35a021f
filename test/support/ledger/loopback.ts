import { S3Client } from '@aws-sdk/client-s3';
import { S3Objects } from '#functions/ledgers/objects/s3-objects.ts';
import type { Call } from '../infra/state-machine.ts';
import { type Variant, type VariantName, variant } from '../infra/variants.ts';
import { DeployedLedger } from './deployed-ledger.ts';
import { readExampleObjects } from './example-objects.ts';
import { S3Server } from './s3-server.ts';

/** The ledger workflow on this machine, with a bucket that contains the example. */
export class Loopback {
  readonly server: S3Server;
  readonly objects: S3Objects;
  readonly ledger: DeployedLedger;

  private constructor(server: S3Server, objects: S3Objects, deployed: Variant) {
    this.server = server;
    this.objects = objects;
    this.ledger = new DeployedLedger(deployed, server);
  }

  static async of(name: VariantName): Promise<Loopback> {
    const server = new S3Server('books');
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const endpoint = await server.open();
    const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
    const objects = new S3Objects(client, server.bucket);
    for (const [key, body] of readExampleObjects()) await objects.write(key, [body]);
    return new Loopback(server, objects, variant(name));
  }

  /** Runs an execution of the billing workflow. */
  bill(input: unknown, around?: (call: Call) => Call) {
    return this.ledger.execute(input, around, 'Billing');
  }

  // biome-ignore lint/suspicious/noExplicitAny: objects are JSON of any shape; each test checks what it expects.
  async jsonAt(key: string): Promise<any> {
    return JSON.parse(await this.objects.readText(key));
  }

  /** Prefix of the report that the pointer of an output names. */
  async reportOf(output: string): Promise<string> {
    return (await this.jsonAt(`${output}latest.json`)).report;
  }

  async keysBelow(prefix: string): Promise<string[]> {
    return (await this.objects.list(prefix)).map(({ key }) => key);
  }
}
