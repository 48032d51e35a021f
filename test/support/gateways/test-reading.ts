import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { POLITENESS, type Politeness } from '#tools/read/gateway-client.ts';
import { readOptions } from '#tools/read/options.ts';
import { readExport } from '#tools/read/read-export.ts';
import { CREDENTIAL_VARIABLE } from '#tools/read/usage.ts';
import { type Books, CREDENTIAL, type Kind, StandIn } from './stand-in.ts';

export const FIRST_SECOND = Date.parse('2026-10-01T00:00:00Z') / 1000;

/** Builds a log row, including fields that must be stripped. */
export const buildGatewayRow = (n: number, time = FIRST_SECOND + n) => ({
  id: n + 1,
  user_id: 1,
  created_at: time,
  type: 2,
  content: `the prompt of ${n}`,
  username: 'alice',
  token_name: 'mine',
  token_id: 3,
  model_name: 'gpt-4o',
  quota: 100 + n,
  channel: 7,
  request_id: `r-${n}`,
  ip: '203.0.113.9',
  other: '{}',
});

/** Builds the books of one day. */
export const buildSmallBooks = (rows = 25): Books => ({
  logs: Array.from({ length: rows }, (_, n) => buildGatewayRow(n)),
  payments: [{ id: 1, user_id: 1, trade_no: 't-1', money: 10, status: 'success', create_time: FIRST_SECOND }],
  channels: [{ id: 7, name: 'main' }],
  quotaPerUnit: 500_000,
});

/** Settings of a reader that does not wait between requests. */
export const WITHOUT_PAUSES: Politeness = {
  ...POLITENESS,
  intervalMs: 0,
  timeoutMs: 5_000,
  attemptsMax: 4,
  firstPauseMs: 1,
  pauseMsMax: 5,
};

/** Reads from a stand-in gateway as the command does. @returns its messages */
export async function readGateway(
  args: readonly string[],
  { now = Date.now(), ...politeness }: Partial<Politeness> & { now?: number } = {},
  messages: string[] = [],
): Promise<string[]> {
  const options = readOptions(args, { [CREDENTIAL_VARIABLE]: CREDENTIAL }, now);
  if (options === undefined) throw new Error('help was not asked for');
  const progress = { say: ({ en }: { en: string }) => messages.push(en), rows: () => {} };
  await readExport(options, progress, { ...WITHOUT_PAUSES, ...politeness });
  return messages;
}

/** Reads the first days of October from a stand-in gateway, which stops after the test. */
export class TestReading {
  readonly gateway: StandIn;
  readonly out = join(mkdtempSync(join(tmpdir(), 'reading-')), 'export');
  readonly messages: string[] = [];
  readonly #to: string;
  #address = '';

  constructor(kind: Kind = 'new-api', books = buildSmallBooks(), to = '2026-10-02') {
    this.gateway = new StandIn(kind, books);
    this.#to = to;
    onTestFinished(async () => {
      await this.gateway.stop();
      rmSync(join(this.out, '..'), { recursive: true, force: true });
    });
  }

  async run(
    more: readonly string[] = ['--user-id', '1'],
    politeness: Partial<Politeness> = {},
  ): Promise<void> {
    this.#address ||= await this.gateway.start();
    const { connector } = this.gateway;
    const window = ['--from', '2026-10-01', '--to', this.#to, '--out', this.out];
    const args = ['--connector', connector, '--base-url', this.#address, ...window, ...more];
    await readGateway(args, politeness, this.messages);
  }

  /** Names and texts of all written files. */
  files(): ReadonlyMap<string, string> {
    return new Map(readdirSync(this.out).map((name) => [name, readFileSync(join(this.out, name), 'utf8')]));
  }

  get settings() {
    return JSON.parse(this.files().get('month.json') ?? '');
  }
}
