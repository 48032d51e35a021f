import { UNASSIGNED } from '../../../log-facts.ts';
import { SIDES } from '../../../schemas/lists.ts';
import { answerWords } from '../../answer/words/answer-words.ts';
import { button, h, selectBox } from '../element.ts';
import { listTimes } from '../page-report.ts';
import type { TextInput, View, ViewPart } from '../view.ts';
import { listFilters, NO_FILTERS, withFilters } from '../view-state.ts';

type FilterName = Exclude<keyof typeof NO_FILTERS, 'find'>;

/**
 * Bar with the filters of the report: model, channel, customer, side, days and a search. Null on paper and without
 * findings.
 */
export function filterBar(view: View): ViewPart {
  const { report, words, language, state, act, channelNames } = view;
  const { filters: say } = words;
  if (!act || report.summary.findings.total === 0) return null;
  const days = listTimes(view);
  const names: Readonly<Record<FilterName, readonly string[]>> = {
    model: report.byModel.map(({ model }) => model),
    channelId: report.byChannel.map(({ channelId }) => channelId),
    userId: report.summary.byUser.map(({ userId }) => userId),
    side: SIDES,
    from: days,
    to: state.from === '' ? [] : days.filter((day) => day >= state.from),
  };
  const labelOf = (filter: FilterName, name: string): string =>
    filter === 'side'
      ? answerWords[language].sides[name as keyof (typeof answerWords)['en']['sides']]
      : name === UNASSIGNED
        ? words.tables.unassigned
        : [name, filter === 'channelId' && channelNames[name]].filter(Boolean).join(' ');
  const choice = (filter: FilterName) => {
    // Add the chosen name: it may come from the address and be missing in the report.
    const all = new Set([...names[filter], ...(state[filter] === '' ? [] : [state[filter]])]);
    const options = [...all].map((name) => [name, labelOf(filter, name)] as const);
    const choose = (name: string) =>
      act.changeState(
        withFilters({ [filter]: name, ...(filter === 'from' && { to: name && state.to }) }),
        true,
      );
    return selectBox(
      { id: `filter-${filter}`, 'aria-label': say[filter], class: state[filter] === '' ? '' : 'chosen' },
      state[filter],
      [['', say[filter]], ...options],
      choose,
    );
  };
  const onInput = ({ currentTarget }: TextInput) =>
    act.changeState(withFilters({ find: currentTarget.value }));
  return h('search.filters', { 'aria-label': say.label }, [
    (Object.keys(names) as FilterName[]).map((filter) => names[filter].length > 0 && choice(filter)),
    h('input', {
      ...{ type: 'search', id: 'search-findings', value: state.find },
      ...{ placeholder: say.find, 'aria-label': say.find, onInput },
    }),
    listFilters(state).length > 0 &&
      button(
        { class: 'quiet', id: 'clear', onClick: () => act.changeState(withFilters(NO_FILTERS), true) },
        say.clear,
      ),
  ]);
}
