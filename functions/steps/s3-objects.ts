import { Readable } from 'node:stream';
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type Chunks, type Range, UnfitObject } from '#shared/ledger/store/store.ts';

/** An object of a bucket, as a listing tells it. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** Names its content: another content has another one. */
  readonly version: string;
}

/** Of a multipart upload; 10 000 parts of it are the largest object that a run may write. */
const PART_BYTES = 16 * 1024 * 1024;

/** The objects of one bucket, as bytes. */
export class S3Objects {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /** In code-unit order of their keys. */
  async list(prefix: string): Promise<ListedObject[]> {
    const listed: ListedObject[] = [];
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages)
      for (const { Key = '', Size = 0, ETag = '' } of Contents)
        listed.push({ key: Key, bytes: Size, version: ETag });
    return listed.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** @param version that the object must still have */
  async *read(key: string, range?: Range, version?: string): AsyncGenerator<Uint8Array> {
    if (range && range.start >= range.end) return;
    const { Body, ETag } = await this.#client.send(
      new GetObjectCommand({
        ...{ Bucket: this.#bucket, Key: key },
        ...(range && { Range: `bytes=${range.start}-${range.end - 1}` }),
      }),
    );
    if (version !== undefined && ETag !== version)
      throw new UnfitObject(`${key}: was changed while it was read. Start the run anew.`);
    yield* Body as unknown as AsyncIterable<Uint8Array>;
  }

  /** A small object, as text. */
  async readText(key: string): Promise<string> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of this.read(key)) text += decoder.decode(chunk, { stream: true });
    return text;
  }

  /**
   * The object appears when all of it was sent, or not at all. What a failed upload has sent is left to the bucket's
   * lifecycle: a function that is stopped could not clear it away either, and to clear it away is a permission more.
   */
  async write(key: string, body: Chunks): Promise<void> {
    await new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: key, Body: Readable.from(encoded(body), { objectMode: false }) },
      partSize: PART_BYTES,
      queueSize: 2,
      leavePartsOnError: true,
    }).done();
  }
}

/** Pieces as they are sent: small ones would each be a part of the stream. */
const CHUNK_BYTES = 1024 * 1024;

async function* encoded(body: Chunks): AsyncGenerator<Uint8Array> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    const buffer = Buffer.from(chunk as string);
    waiting.push(buffer);
    bytes += buffer.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  yield Buffer.concat(waiting);
}
