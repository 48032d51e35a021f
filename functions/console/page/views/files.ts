import type { VNode } from 'preact';
import { button, h } from '#shared/report-view/element.ts';
import { viewWords } from '#shared/report-view/words/view-words.ts';
import type { Words } from '../words/words.ts';
import { fileItem } from './file-item.ts';
import type { FilesActions, FilesState } from './files-state.ts';
import { lacking, obstacle } from './obstacle.ts';
import { problemBox } from './problem-box.ts';
import { settingsForm } from './settings-form.ts';
import { filePicker } from './start.ts';

/** The files, what each is, the settings that they need, and the way to the report. */
export function filesView(state: FilesState, words: Words, actions: FilesActions): VNode {
  const isReading = state.entries.some(({ recognition, problem }) => !recognition && !problem);
  const why = obstacle(state, words);
  const without = isReading ? [] : lacking(state, words);
  return h('div.files', [
    h('h1', { id: 'headline', tabindex: -1 }, words.files.heading),
    state.problem && problemBox(state.problem, words.problem.heading, words),
    h(
      'ul.list',
      state.entries.map((entry) => fileItem(entry, state, words, actions)),
    ),
    h('div.choices', [
      filePicker(words.files.add, 'quiet', actions.add),
      filePicker(words.start.folder, 'quiet', actions.add, true),
      button({ class: 'quiet', id: 'again', onClick: actions.startOver }, viewWords[words.id].actions.again),
    ]),
    settingsForm(state, words, actions),
    h('div.go', [
      button(
        {
          class: 'primary',
          id: 'run',
          disabled: isReading || why !== undefined,
          'aria-describedby': 'why',
          onClick: actions.run,
        },
        words.run,
      ),
      h('p.hint', { id: 'why', role: 'status' }, isReading ? '' : (why ?? '')),
      why === undefined && without.length > 0 && h('p.hint', without.join(' ')),
    ]),
  ]);
}
