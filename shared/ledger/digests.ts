import { type Customers, customers, type Digest, digests } from '../engine/digest.ts';
import { nameTextOf } from '../engine/groups/subject.ts';
import { mergeRowSurveys, NO_ROWS, type RowSurvey } from '../engine/survey/survey.ts';
import { evidenceByCode } from '../engine/tally/evidence.ts';
import { bucketOf } from '../hash.ts';
import { keys } from './keys.ts';
import { ahead } from './store/ahead.ts';
import { BucketWriter, readBucket } from './store/buckets.ts';
import { readJson, type Store, type Stored, writeJson } from './store/store.ts';

/** What a shard adds to the report but its evidence and customers, and to the name of the input. Plain JSON. */
interface DigestWire {
  /** As `digests` packs it. */
  readonly digest: unknown;
  readonly rows: RowSurvey;
  /** Codes with evidence. */
  readonly codes: readonly string[];
}

/** Some shards together. */
export interface Whole {
  readonly digest: Digest;
  readonly rows: RowSurvey;
  readonly codes: ReadonlySet<string>;
}

/** Digests that are fetched ahead of their turn: each may be of some megabytes. */
const DIGESTS_AT_ONCE = 4;

/** One piece of evidence as it travels to the bucket of its subject. */
export type EvidenceLine = readonly [code: string, kind: string, name: string, evidence: unknown];

/** What adds up for one customer under one name as it travels to the customer's bucket. */
type CustomerLine = readonly [name: string, userId: string, tally: unknown];

/** The bucket where all that is about one code and one subject meets, whoever has seen it. */
export const meetingOf = (code: string, kind: string, name: string, buckets: number): number =>
  bucketOf(`${code} ${kind} ${name}`, buckets);

/** Takes the evidence out of a digest, and writes it to the buckets of its subjects. */
async function dealEvidence(digest: Digest, task: string, shards: number, store: Store): Promise<string[]> {
  const writer = new BucketWriter(store, keys.evidence, task, shards);
  const codes = [...digest.evidence.keys()];
  for (const [code, kinds] of digest.evidence)
    for (const [kind, subjects] of kinds)
      for (const [name, evidence] of subjects) {
        const line: EvidenceLine = [code, kind, name, subjects.monoid.pack(evidence)];
        await writer.add(meetingOf(code, kind, nameTextOf(evidence.subject), shards), line);
      }
  digest.evidence = evidenceByCode.empty();
  await writer.flush();
  return codes;
}

/** Takes the customers out of a digest, and writes them to their buckets. */
async function dealCustomers(digest: Digest, task: string, shards: number, store: Store): Promise<void> {
  const writer = new BucketWriter(store, keys.customers, task, shards);
  for (const [name, tallies] of Object.entries(digest.customers))
    for (const [userId, tally] of tallies) {
      const line: CustomerLine = [name, userId, tallies.monoid.pack(tally)];
      await writer.add(bucketOf(userId, shards), line);
    }
  digest.customers = customers.empty();
  await writer.flush();
}

/** All that is known of the customers of one bucket. */
export async function readCustomers(store: Store, bucket: number, shards: number): Promise<Customers> {
  const all = customers.empty();
  for await (const [name, userId, tally] of readBucket<CustomerLine>(store, keys.customers, bucket, shards))
    all[name]?.addPacked(userId, tally);
  return all;
}

export async function writeDigest(store: Store, key: string, { digest, rows, codes }: Whole): Promise<void> {
  const wire: DigestWire = { digest: digests.pack(digest), rows, codes: [...codes] };
  await writeJson(store, key, wire);
}

/** Writes what a shard's groups have shown: evidence by subject, customers by their ids, the rest as one digest. */
export async function writeShard(
  store: Store,
  round: 'requests' | 'charges',
  shard: number,
  { shards }: { readonly shards: number },
  { digest, rows }: Omit<Whole, 'codes'>,
): Promise<void> {
  const task = `${round}-${shard}`;
  const codes = await dealEvidence(digest, task, shards, store);
  await dealCustomers(digest, task, shards, store);
  await writeDigest(store, keys.digest(round, shard), { digest, rows, codes: new Set(codes) });
}

/** Writes what the checks have concluded. */
export const writeConclusions = (digest: Digest, shards: number, store: Store): Promise<string[]> =>
  dealEvidence(digest, 'conclusions', shards, store);

/** Adds up digests of separate shards. */
export async function readDigests(store: Store, objects: readonly Stored[]): Promise<Whole> {
  const digest = digests.empty();
  const codes = new Set<string>();
  let rows = NO_ROWS;
  for await (const wire of ahead(objects, DIGESTS_AT_ONCE, ({ key }) => readJson<DigestWire>(store, key))) {
    digests.merge(digest, digests.unpack(wire.digest));
    rows = mergeRowSurveys(rows, wire.rows);
    for (const code of wire.codes) codes.add(code);
  }
  return { digest, rows, codes };
}
