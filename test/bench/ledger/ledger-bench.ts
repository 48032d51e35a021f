import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleSteps } from '#infra/bundle.ts';
import { stages } from '#shared/ledger/registry.ts';
import { MemoryS3 } from '../../support/ledger/memory-s3.ts';
import { S3Server } from '../../support/ledger/s3-server.ts';
import { madeUpBooks } from './books.ts';
import type { StageCost, StageJob } from './stage.ts';

/** The clock of every run, so that reports of the same books are equal. */
export const STARTED_AT = '2026-11-22T00:00:00.000Z';

/** What a stage, or its plan, has cost. */
interface StageLine {
  readonly stage: string;
  readonly tasks: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** What a run has cost. Bytes of exports, of what travelled between the steps, and of the report. */
export interface LedgerRun {
  readonly rows: number;
  readonly parts: number;
  readonly bytes: number;
  readonly scratchBytes: number;
  readonly reportBytes: number;
  readonly reads: number;
  readonly writes: number;
  readonly lines: readonly StageLine[];
}

export const cpuMsOf = ({ lines }: LedgerRun): number => lines.reduce((sum, { cpuMs }) => sum + cpuMs, 0);

async function inChild(job: StageJob): Promise<StageCost> {
  const child = fork(new URL('stage.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(job);
  const [cost] = (await once(child, 'message')) as [StageCost];
  return cost;
}

/** The bundle of the ledger workflow, and an S3 server on loopback. */
export class LedgerBench {
  readonly s3 = new MemoryS3('books');
  readonly folder = mkdtempSync(join(tmpdir(), 'bench-ledger-'));
  readonly #server = new S3Server('books', this.s3);
  readonly #bundle: string;
  readonly #requests = { reads: 0, writes: 0 };

  constructor() {
    const { folder, stamp } = bundleSteps(this.folder);
    this.#bundle = join(folder, 'index.mjs');
    Object.assign(process.env, {
      ...{ LEDGER_BUCKET: 'books', LEDGER_INPUT: 'exports/', LEDGER_OUTPUT: 'reports/', LEDGER_STAMP: stamp },
      ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'BENCH', AWS_SECRET_ACCESS_KEY: 'BENCH' },
    });
  }

  async start(): Promise<this> {
    process.env.S3_ENDPOINT = await this.#server.door(({ action }) => {
      this.#requests[action === 's3:PutObject' ? 'writes' : 'reads']++;
      return true;
    });
    return this;
  }

  close(): void {
    this.#server.close();
  }

  /** @returns bytes of the books that now lie at `exports/<rows>/` */
  put(rows: number): number {
    let bytes = 0;
    for (const { name, body } of madeUpBooks(rows)) {
      const object = Buffer.from(body.join(''));
      this.s3.put(`exports/${rows}/${name}`, object);
      bytes += object.length;
    }
    return bytes;
  }

  #sizeBelow(prefix: string): number {
    let bytes = 0;
    for (const [key, { length }] of this.s3.objects) if (key.startsWith(prefix)) bytes += length;
    return bytes;
  }

  /** Runs books that were put through the bundle, each stage in a process of its own that does its tasks in turn. */
  async run(rows: number, parts: number, output: string): Promise<LedgerRun> {
    const before = { ...this.#requests };
    const prefix = `exports/${rows}/`;
    const input = {
      ...{ connector: 'new-api', quotaPerUnit: 500_000, output, parts },
      ...{ logs: `${prefix}logs/`, upstreamCharges: `${prefix}upstream/` },
    };
    const lines: StageLine[] = [];
    const measured = async (stage: string, events: readonly object[]): Promise<readonly unknown[]> => {
      const { results, ...cost } = await inChild({ bundle: this.#bundle, events });
      lines.push({ stage, tasks: events.length, ...cost });
      return results;
    };
    const [place] = await measured('list', [{ step: 'list', input, startedAt: STARTED_AT }]);
    const { run } = place as { run: string };
    for (const { id } of stages) {
      await measured(`plan ${id}`, [{ step: 'plan', stage: id, ...(place as object) }]);
      const text = this.s3.objects.get(`${run}tasks/${id}.jsonl`)?.toString() ?? '';
      const tasks = text.split('\n').filter((line) => line !== '');
      const events = tasks.map((task) => ({
        ...{ step: 'work', stage: id, ...(place as object) },
        task: JSON.parse(task) as unknown,
      }));
      if (events.length > 0) await measured(id, events);
    }
    const [bytes, scratchBytes, reportBytes] = [prefix, run, output].map((at) => this.#sizeBelow(at));
    this.s3.forget(run);
    return {
      ...{ rows, parts, lines, bytes: bytes ?? 0, scratchBytes: scratchBytes ?? 0 },
      ...{ reportBytes: reportBytes ?? 0, reads: this.#requests.reads - before.reads },
      writes: this.#requests.writes - before.writes,
    };
  }
}
