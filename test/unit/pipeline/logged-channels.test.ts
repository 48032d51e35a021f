import { expect, test } from 'vitest';
import { CREATED_AT, newApiRow, type Row, ratios } from '../../support/fixtures/native-rows.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

/** An attempt on channel 3, which billed but returned an error. Channel 7 then served the request. */
const failed = newApiRow({ type: 5, quota: 0, request_id: 'r', channel: 3, upstream_request_id: 'u3' });
const served = newApiRow({
  id: 2,
  created_at: CREATED_AT + 2,
  request_id: 'r',
  channel: 7,
  upstream_request_id: 'u7',
  other: ratios({ admin_info: { use_channel: ['3', '7'] } }),
});
const bill = (request_id: string, seconds: number, cost: string): Row => ({
  request_id,
  time: CREATED_AT + seconds,
  model: 'gpt-5-mini',
  cost,
});
const upstreamCharges = [bill('u3', 0, '0.0005'), bill('u7', 2, '0.0007')];
const costs = (byChannel: readonly { channelId?: unknown; cost?: unknown }[]) =>
  byChannel.map(({ channelId, cost }) => [channelId, cost]);

test('a charge without a channel gets the channel of its log row', async () => {
  const files = [makeTextFile('logs', [failed, served]), makeTextFile('upstreamCharges', upstreamCharges)];
  const { report } = await runFiles(files);
  expect(costs(report.byChannel)).toEqual([
    ['3', '0.0005'],
    ['7', '0.0007'],
  ]);
  expect(report.summary).toMatchObject({ cost: { net: '0.0012' } });
});

test('the two API calls leave such a charge without a channel, with the same totals', () => {
  const { report } = normalizeAndCheck({ logs: [failed, served], upstreamCharges });
  expect(costs(report.byChannel)).toEqual([['7', '0.0012']]);
  expect(report.summary).toMatchObject({ cost: { net: '0.0012' } });
});

test('an unreadable channel of the channel list is not counted as a rejected row', async () => {
  const channels = [
    { id: { no: 'id' }, name: 'three' },
    { id: 7, name: 'seven' },
  ];
  const { overview } = await runFiles([makeTextFile('logs', [failed, served])], { channels });
  expect(overview.rejected).toEqual([]);
});
