import { check, code } from '#shared/engine/checks/check.ts';

/**
 * An invented check: finds answers without a question.
 *
 * Invariant: A request with output tokens has input tokens, as far as they are known.
 */
export const answersToNothing = check({
  id: 'answers-to-nothing',
  codes: {
    answer_to_nothing: code('request', ['warning'], 'doubtful', { countsAgainst: 'charge' }),
  },
  simple: ({ sale: { tokens } }) => tokens?.input === 0,
  request({ sales: { net, tokens } }, { find }) {
    if (tokens?.input === 0 && (tokens.output ?? 0) > 0) find('answer_to_nothing', { amount: net });
  },
});
