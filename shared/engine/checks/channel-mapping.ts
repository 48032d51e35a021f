import { check, code, counted } from './check.ts';

/** A request goes through the channel that it was booked on. */
export const channelMapping = check({
  id: 'channel-mapping',
  invariant:
    'The serving attempt used the channel that the downstream ledger names. Each pair of channels is one finding; a channel that either side leaves out is no difference.',
  codes: {
    channel_mismatch: code('pair', ['warning'], null, {
      needs: 'upstreamCharges',
      en: {
        title: 'A request was booked on one channel but served by another.',
        remedy:
          'Acknowledge the pair if the ledgers name channels differently. Otherwise, costs end up on the wrong channel.',
        clause: [
          'requests were booked on another channel than the one that served them',
          'requests were booked on other channels than those that served them',
        ],
        message: ({ names: [sold, served], cases, amount, currency }) =>
          `Booked on channel ${sold} but served by channel ${served}: ${counted(cases, 'request')}, at a total cost of ${amount} ${currency}.`,
      },
      zh: {
        title: '请求记在一个渠道名下，实际由另一个渠道服务。',
        remedy: '如果只是两本账对渠道的叫法不同，请确认该组合；否则成本会记到错误的渠道上。',
        clause: '请求记账的渠道与实际服务的渠道不一致',
        message: ({ names: [sold, served], cases, amount, currency }) =>
          `记在渠道 ${sold}，实际由渠道 ${served} 服务：${cases} 个请求，成本共 ${amount} ${currency}。`,
      },
    }),
  },
  minds: ({ sale, charge }) => charge?.channelId !== undefined && charge.channelId !== sale.channelId,
  request({ channelPair, bought }, { find }) {
    if (channelPair === undefined) return;
    find('channel_mismatch', {
      subject: { kind: 'pair', name: channelPair },
      amount: bought.serving?.net,
      names: { channelId: channelPair[0] },
    });
  },
});
