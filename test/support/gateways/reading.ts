import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POLITENESS, type Politeness } from '#tools/read/gateway-client.ts';
import { readOptions } from '#tools/read/options.ts';
import { readExport } from '#tools/read/read-export.ts';
import { CREDENTIAL_VARIABLE } from '#tools/read/usage.ts';
import { type Books, type manners, type oddManners, StandIn } from './stand-in.ts';

const FIRST_SECOND = Date.parse('2026-10-01T00:00:00Z') / 1000;

const logRow = (n: number) => ({
  id: n + 1,
  user_id: 1,
  created_at: FIRST_SECOND + n,
  type: 2,
  token_id: 3,
  token_name: 'mine',
  model_name: 'gpt-4o',
  quota: 100 + n,
  channel: 7,
  request_id: `r-${n}`,
  content: '',
  other: '{}',
});

/** Books of one day. */
export const smallBooks = (rows = 25): Books => ({
  logs: Array.from({ length: rows }, (_, n) => logRow(n)),
  payments: [{ id: 1, user_id: 1, trade_no: 't-1', money: 10, status: 'success', create_time: FIRST_SECOND }],
  channels: [{ id: 7, name: 'main' }],
  quotaPerUnit: 500_000,
});

/** A reader for tests waits for nothing. */
export const IMPATIENT: Politeness = {
  ...POLITENESS,
  intervalMs: 0,
  timeoutMs: 5_000,
  attemptsMax: 4,
  firstPauseMs: 1,
  pauseMsMax: 5,
};

/** Reads from a stand-in gateway as the command does with these arguments. @returns what it said */
export async function readFrom(
  { credential }: Pick<StandIn, 'credential'>,
  args: readonly string[],
  { now = Date.now(), ...politeness }: Partial<Politeness> & { now?: number } = {},
  said: string[] = [],
): Promise<string[]> {
  const options = readOptions(args, { [CREDENTIAL_VARIABLE]: credential }, now);
  if (options === undefined) throw new Error('help was not asked for');
  await readExport(
    options,
    { say: ({ en }) => said.push(en), rows: () => {} },
    { ...IMPATIENT, ...politeness },
  );
  return said;
}

/** One day read from a stand-in gateway. */
export class TestReading {
  readonly gateway: StandIn;
  readonly out = join(mkdtempSync(join(tmpdir(), 'reading-')), 'export');
  readonly said: string[] = [];
  #address = '';

  constructor(kind: keyof typeof manners | keyof typeof oddManners = 'new-api', books = smallBooks()) {
    this.gateway = new StandIn(kind, books);
  }

  async run(
    more: readonly string[] = ['--user-id', '1'],
    { connector = 'new-api', ...politeness }: Partial<Politeness> & { connector?: string } = {},
  ): Promise<void> {
    this.#address ||= await this.gateway.start();
    const day = ['--from', '2026-10-01', '--to', '2026-10-02'];
    const args = ['--connector', connector, '--base-url', this.#address, '--out', this.out, ...day, ...more];
    await readFrom(this.gateway, args, politeness, this.said);
  }

  /** The names and texts of all files. */
  files(): ReadonlyMap<string, string> {
    return new Map(readdirSync(this.out).map((name) => [name, readFileSync(join(this.out, name), 'utf8')]));
  }

  async end(): Promise<void> {
    await this.gateway.stop();
    rmSync(join(this.out, '..'), { recursive: true, force: true });
  }
}
