import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { isS3Error, isWriteConflict, toRunError } from './s3-errors.ts';

/** Object of a bucket, as a listing describes it. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** Entity tag, which changes with the content. */
  readonly version: string;
}

/** Content of an object to write. Pieces should be large, because each is written separately. */
export type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Size of a part of a multipart upload. S3 allows 10,000 parts, so an object has at most 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;

/** Attempts to update an object that other runs update, too. An attempt fails only if another writer succeeded. */
const UPDATES_MAX = 20;

/** Reads and writes the objects of one bucket. Throws errors of S3 as `toRunError` converts them. */
export class S3Objects {
  readonly #client: S3Client;
  readonly bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.bucket = bucket;
  }

  /** Lists the objects whose keys begin with the prefix, sorted by key (code units). */
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

  /**
   * Streams the content of an object. Throws a Rejection if it does not exist, or if its entity tag is not `version`.
   */
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
      // Errors while streaming the content, such as a lost connection, are converted as well.
      throw toRunError(error, { bucket: this.bucket, key, wasListed: version !== undefined });
    }
  }

  /** Reads a small object as text. Throws a Rejection if it does not exist. */
  async readText(key: string): Promise<string> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of this.read(key)) text += decoder.decode(chunk, { stream: true });
    return text;
  }

  /** Reads a small object and its version (entity tag). Returns undefined if it does not exist. */
  async find(key: string): Promise<{ readonly text: string; readonly version: string } | undefined> {
    // List the key first: for a missing object, S3 answers 403 instead of 404 to callers who may not list all prefixes.
    const [found] = await this.list(key);
    return found?.key === key ? { text: await this.readText(key), version: found.version } : undefined;
  }

  /**
   * Replaces the text of a small object. Reads it again if another writer has changed it in the meantime.
   * @param change computes the new text from the current one (undefined if there is no object), or returns undefined to
   * write nothing; it may be called more than once
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

  /** Writes an object. It becomes visible when the upload is complete; S3 deletes the rest of a failed upload later. */
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
      // Throw errors of the caller's chunks unchanged; only errors of S3 are converted.
      throw isS3Error(error) ? toRunError(error, { bucket: this.bucket, key }) : error;
    }
  }
}
