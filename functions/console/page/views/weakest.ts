import { h } from '../element.ts';
import type { View } from './view.ts';

/**
 * The model, the channel and the customer that earn least: what an operator looks for first. Without a bill nobody
 * knows what anything earns, and a bill that names no request says nothing of channels and customers.
 */
export function weakest({ report, words: { tables, report: say } }: View): HTMLElement | null {
  const { byModel, byChannel, summary } = report;
  const least = <TLine extends { readonly margin: string | null }>(
    kind: string,
    lines: readonly TLine[],
    nameOf: (line: TLine) => string,
  ) => {
    // What no row names is nobody's to look after.
    const line = lines.find((one) => nameOf(one) !== 'unassigned');
    return line && line.margin !== null ? [{ kind, name: nameOf(line), margin: line.margin }] : [];
  };
  const isMatched = (summary.requests.matched ?? 0) > 0;
  const named = [
    ...least(tables.model, byModel, ({ model }) => model),
    ...(isMatched ? least(tables.channelId, byChannel, ({ channelId }) => channelId) : []),
    ...(isMatched ? least(tables.userId, summary.byUser, ({ userId }) => userId) : []),
  ];
  if (named.length === 0) return null;
  return h(
    'div',
    { class: 'weakest' },
    h('span', {}, say.weakest),
    h(
      'dl',
      {},
      named.map(({ kind, name, margin }) =>
        h(
          'div',
          {},
          h('dt', {}, kind),
          h(
            'dd',
            {},
            h('b', {}, name),
            ' ',
            h('span', { class: margin.startsWith('-') ? 'loss-text' : '' }, `${margin} ${report.currency}`),
          ),
        ),
      ),
    ),
  );
}
