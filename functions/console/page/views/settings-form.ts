import type { VNode } from 'preact';
import { button, field, h } from '#shared/report-view/element.ts';
import type { Typed } from '#shared/report-view/view.ts';
import { told } from '#shared/sentence.ts';
import type { Words } from '../words/words.ts';
import type { FilesActions, FilesState } from './files-state.ts';
import { needsUnit } from './obstacle.ts';
import { termsForm } from './terms-form.ts';

/** Where the gateway of the logs tells its quotaPerUnit. */
const unitPlace = ({ entries, gateways }: FilesState, { id: language }: Words): string => {
  const connector = entries.find(({ role }) => role === 'logs')?.connector;
  const gateway = gateways.find(({ id }) => id === connector) ?? gateways[0];
  return told(gateway?.quotaPerUnitAt ?? '', language);
};

/** What says how many quota units make a unit of money: a file that is here, or where to ask. */
function unitHint(state: FilesState, words: Words): string {
  const { settings: say } = words;
  const source = state.entries.find(
    ({ recognition }) =>
      String(recognition?.settings?.quotaPerUnit ?? recognition?.unit) === state.settings.quotaPerUnit,
  );
  return source ? say.quotaPerUnitFrom(source.file.name) : say.quotaPerUnitHint(unitPlace(state, words));
}

/** What all rows share: quotaPerUnit where it is needed; currency and period, which most do without. */
export function settingsForm(state: FilesState, words: Words, actions: FilesActions): VNode {
  const { settings: say } = words;
  const setting = (
    name: 'quotaPerUnit' | 'currency' | 'from' | 'to',
    label: string,
    hint: string | false,
    attributes: Record<string, string>,
  ) => {
    return field(
      `setting-${name}`,
      label,
      h('input', {
        id: `setting-${name}`,
        value: state.settings[name],
        ...attributes,
        ...(hint && { 'aria-describedby': `hint-${name}` }),
        onInput: ({ currentTarget }: Typed) => {
          state.settings = { ...state.settings, [name]: currentTarget.value.trim() };
          actions.redraw();
        },
      }),
      hint && h('p.hint', { id: `hint-${name}` }, hint),
    );
  };
  const { currency, from, to } = state.settings;
  const more = h('details.more-settings', { open: currency + from + to !== '' }, [
    h('summary', { id: 'more-settings' }, say.more),
    setting('currency', say.currency, say.currencyHint, {
      placeholder: 'USD',
      maxlength: '8',
      autocomplete: 'off',
    }),
    h('div.pair', [
      setting('from', say.from, false, { type: 'date' }),
      setting('to', say.to, say.periodHint, { type: 'date' }),
    ]),
  ]);
  return h('fieldset.settings', [
    h('legend', say.heading),
    needsUnit(state) &&
      setting('quotaPerUnit', say.quotaPerUnit, unitHint(state, words), {
        inputmode: 'decimal',
        autocomplete: 'off',
        required: '',
      }),
    more,
    termsForm(state, words, actions),
    h('div.choices', [
      button({ class: 'quiet', id: 'save-settings', onClick: actions.saveSettings }, say.save),
      h('span.hint', say.saveHint),
    ]),
  ]);
}
