import { describe, expect, it } from 'vitest';
import { stripChannelsCommand, stripCommand } from '#shared/gateways/prohibited/strip-command.ts';
import { connectorIds } from '#shared/gateways/registry.ts';
import { type NativeReply, nativeReplies } from '../support/fixtures/native-replies.ts';
import { stripReply } from '../support/gateway-data/strip.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';
import { normalizeAndCheck } from '../support/normalizer/normalize-and-check.ts';

/**
 * Complete replies of gateways, stripped by the documented command, and their records. `npm run generate` writes the
 * golden files: read the difference before committing it.
 */
const logs = nativeReplies.filter(({ field }) => field === 'logs');

/** A log, and the other lists of the gateway if it is the log of an administrator. */
async function normalizedLog({ file, connector, reply }: NativeReply) {
  const isWhole = file === `${connector}.logs.json`;
  const beside = isWhole
    ? nativeReplies.filter((one) => one.connector === connector && one.field !== 'logs')
    : [];
  const lists = beside.map(async ({ field, reply: list }) => [
    field,
    await stripReply(list, field === 'channels' ? stripChannelsCommand : stripCommand),
  ]);
  return normalizeAndCheck({
    connector,
    logs: await stripReply(reply),
    ...Object.fromEntries(await Promise.all(lists)),
  });
}

describe('golden files of the normalizer', () => {
  it.each(connectorIds)('the gateway %s has a sample log', (id) =>
    expect(
      logs.map(({ connector }) => connector),
      `No log of ${id}: put a whole reply, without secrets, into test/support/fixtures/native/${id}.logs.json, and run npm run generate.`,
    ).toContain(id),
  );

  it.each(logs)('$file', async (log) => {
    const { meta, notes: _, skipped: __, report: ___, ...data } = await normalizedLog(log);
    await expectFileText(
      `test/golden/normalize/${log.file.replace('.json', '')}.json`,
      `${JSON.stringify({ data, meta }, null, 2)}\n`,
    );
  });

  it('the charges in the examples match their own prices', async () => {
    const quotas = async (log: NativeReply) =>
      (await normalizedLog(log)).downstreamUsage.map(({ chargedAmount, expectedCharge }) =>
        [chargedAmount, expectedCharge].map((amount) => amount && Math.round(Number(amount) * 500_000)),
      );
    const charged = logs.map(async (log) => [log.file, await quotas(log)]);
    expect(Object.fromEntries(await Promise.all(charged))).toMatchObject({
      'new-api.logs.json': [
        [1220, 1220],
        [13812, 13812],
        [13350, 13350],
        [250_000, undefined],
      ],
      'one-api.logs.json': [[180, undefined]],
      'one-hub.logs.json': [
        [12913, 12913],
        [26700, 26700],
      ],
      'voapi.logs.json': [[2250, 2250]],
      'voapi.logs.csv': [[2250, 2250]],
    });
  });
});
