import { check, counted } from './check.ts';

/** A request goes through the channel that it was booked on. */
export const channelMapping = check({
  id: 'channel-mapping',
  invariant:
    'The serving attempt used the channel that the downstream ledger names; each pair of channels is one finding, and a channel that either side leaves out is no difference.',
  codes: {
    channel_mismatch: {
      about: 'pair',
      severities: ['warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'A request was booked on one channel and served by another.',
          remedy:
            'Acknowledge the pair if the ledgers name channels differently; otherwise costs land on the wrong channel.',
          message: ({ names: [sold, served], cases, amount, currency }) =>
            `Booked on channel ${sold} and served by channel ${served}: ${counted(cases, 'request')} that cost ${amount} ${currency} in all.`,
        },
      },
    },
  },
  request({ channelPair, serving }, { find }) {
    if (channelPair === undefined) return;
    find('channel_mismatch', {
      subject: { kind: 'pair', name: channelPair },
      amount: serving?.net,
      names: { channelId: channelPair[0] },
    });
  },
});
