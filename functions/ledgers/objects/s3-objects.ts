import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { isS3Error, isWriteConflict, toRunError } from './s3-errors.ts';

/** An object of a bucket, as a listing tells it. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** Names its content: another content has another one. */
  readonly version: string;
}

/** What an object is written from: pieces that are worth a write. */
export type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Of a multipart upload; 10 000 parts of it are the largest object that a run may write. */
const PART_BYTES = 16 * 1024 * 1024;

/** Attempts to change an object that others change, too. Each failed one means that another writer succeeded. */
const UPDATES_MAX = 20;

/** The objects of one bucket, as bytes. What fails is thrown as `faultOf` has it. */
export class S3Objects {
  readonly #client: S3Client;
  readonly bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.bucket = bucket;
  }

  /** In code-unit order of their keys. */
  async list(prefix: string): Promise<ListedObject[]> {
    const listed: ListedObject[] = [];
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.bucket, Prefix: prefix });
    try {
      for await (const { Contents = [] } of pages)
        for (const { Key = '', Size = 0, ETag = '' } of Contents)
          listed.push({ key: Key, bytes: Size, version: ETag });
    } catch (error) {
      throw toRunError(error, { bucket: this.bucket, key: prefix });
    }
    return listed.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** @param version that the object must still have */
  async *read(key: string, version?: string): AsyncGenerator<Uint8Array> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({
          Bucket: this.bucket,
          Key: key,
          ...(version !== undefined && { IfMatch: version }),
        }),
      );
      yield* Body as unknown as AsyncIterable<Uint8Array>;
    } catch (error) {
      // A body that breaks off is an error of the stream, which knows nothing of S3.
      throw toRunError(error, { bucket: this.bucket, key, wasListed: version !== undefined });
    }
  }

  /** A small object, as text. */
  async readText(key: string): Promise<string> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of this.read(key)) text += decoder.decode(chunk, { stream: true });
    return text;
  }

  /** Reads a small object and its version; `undefined` if it is absent. */
  async find(key: string): Promise<{ readonly text: string; readonly version: string } | undefined> {
    // S3 answers 403 instead of 404 for an absent object to a caller who may list some prefixes only.
    const [found] = await this.list(key);
    return found?.key === key ? { text: await this.readText(key), version: found.version } : undefined;
  }

  /**
   * Replaces a small object by what `change` makes of its text, and starts again if another writer was faster.
   * @param change gets `undefined` if the object is absent, and returns `undefined` to leave it as it is
   */
  async update(key: string, change: (text: string | undefined) => string | undefined): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const found = await this.find(key);
      const Body = change(found?.text);
      if (Body === undefined) return;
      const condition = found ? { IfMatch: found.version } : { IfNoneMatch: '*' };
      try {
        await this.#client.send(new PutObjectCommand({ Bucket: this.bucket, Key: key, Body, ...condition }));
        return;
      } catch (error) {
        if (attempt === UPDATES_MAX || !isWriteConflict(error))
          throw toRunError(error, { bucket: this.bucket, key });
      }
    }
  }

  /**
   * The object appears when all of it was sent, or not at all. What a failed upload has sent is left to the bucket's
   * lifecycle: a function that is stopped could not clear it away either, and to clear it away is a permission more.
   */
  async write(key: string, body: Chunks): Promise<void> {
    try {
      await new Upload({
        client: this.#client,
        params: {
          Bucket: this.bucket,
          Key: key,
          Body: Readable.from(body, { objectMode: false }),
        },
        partSize: PART_BYTES,
        queueSize: 2,
        leavePartsOnError: true,
      }).done();
    } catch (error) {
      // Or of whatever makes the body.
      throw isS3Error(error) ? toRunError(error, { bucket: this.bucket, key }) : error;
    }
  }
}
