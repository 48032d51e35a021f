import { describe, expect, it } from 'vitest';
import { newApiRow, oneHubRow } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const channels = {
  data: {
    items: [
      { id: 12, name: 'a' },
      { id: '13', name: 'b' },
      { id: 14, name: 'b' },
    ],
  },
};
const channelOf = (over: Record<string, unknown>) =>
  normalizeAndCheck({ logs: [newApiRow({ channel: 0, ...over })], channels }).downstreamUsage[0]?.channelId;

describe('a channel list', () => {
  it('gives a row the channel id for its channel name, if exactly one channel has that name', () => {
    expect(channelOf({ channel_name: 'a' })).toBe('12');
    expect(channelOf({ channel: {}, channel_name: 'a' })).toBe('12');
    expect(channelOf({ channel_name: 'b' })).toBeUndefined();
    expect(channelOf({ channel_name: 'c' })).toBeUndefined();
    expect(channelOf({ channel_name: 'constructor' })).toBeUndefined();
    expect(channelOf({ channel: 5, channel_name: 'a' })).toBe('5');
  });

  it.each<[unknown, string | undefined]>([
    [{ id: 0, name: 'a' }, '12'],
    ['{"id":0,"name":"a"}', '12'],
    [{ id: 0, name: 'b' }, undefined],
    [{}, undefined],
    [null, undefined],
  ])('gives it to a row of one-hub by the name in its channel: %j', (channel, id) => {
    const logs = [oneHubRow({ channel_id: 0, channel })];
    expect(normalizeAndCheck({ connector: 'one-hub', logs, channels }).downstreamUsage[0]?.channelId).toBe(
      id,
    );
  });

  it('may repeat a channel; a channel without name or id is ignored', () => {
    const channelWith = (list: unknown[]) => {
      const logs = [newApiRow({ channel: 0, channel_name: 'a', other: '' })];
      return normalizeAndCheck({ logs, channels: list }).downstreamUsage[0]?.channelId;
    };
    expect(channelWith([{ id: 12, name: 'a' }, { id: 12, name: 'a' }, { id: 13 }])).toBe('12');
    expect(channelWith([{ name: 'a' }])).toBeUndefined();
    expect(channelWith([{ id: 12 }])).toBeUndefined();
  });

  it('notes each channel that was found by name, and none that has an id', () => {
    const notesOf = (over: Record<string, unknown>) =>
      normalizeAndCheck({ logs: [newApiRow({ other: '', ...over })], channels }).notes.filter((note) =>
        note.includes('the name of the channel'),
      );
    expect(notesOf({ channel: 0, channel_name: 'a' })).toEqual([
      'Requests whose channel id was found by the name of the channel: 1.',
    ]);
    expect(notesOf({ channel: 12, channel_name: 'a' })).toEqual([]);
    expect(notesOf({ channel: 0, channel_name: 'c' })).toEqual([]);
  });

  it('names up to 20 unknown channels of the logs in one note', () => {
    const logs = Array.from({ length: 30 }, (_, i) =>
      newApiRow({ id: i + 1, request_id: `r${i}`, channel: 100 + i }),
    );
    const { notes } = normalizeAndCheck({ logs: [...logs, newApiRow({ id: 99 })], channels });
    expect(notes.at(-1)).toMatch(
      /^Channels in the log that are missing from the channel list: 30 \(100, 101, .*, 119\)\.$/,
    );
  });

  it('gives no note if every channel is known', () =>
    expect(normalizeAndCheck({ logs: [newApiRow({ other: '' })] }).notes).toHaveLength(1));

  it.each<[unknown, string]>([
    [[7], 'channels[0]: must be an object'],
    [[{ id: {} }], 'channels[0].id: '],
    [[{ id: 1, name: [] }], 'channels[0].name: '],
    [null, 'channels: '],
  ])('%j is refused', (list, detail) =>
    expect(catchRefusal({ logs: [], channels: list }).details[0]).toContain(detail),
  );

  it('is not counted in the rows', () =>
    expect(normalizeAndCheck({ logs: [], channels }).meta.rows.received).toBe(0));
});
