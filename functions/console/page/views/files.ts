import type { VNode } from 'preact';
import { button, h } from '#shared/report/view/element.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import type { PageState } from '../page-state.ts';
import type { PageWords } from '../words/words.ts';
import { fileItem } from './file-item.ts';
import { problemBox } from './problem-box.ts';
import { settingsForm } from './settings-form.ts';
import { filePicker } from './start.ts';
import { findObstacle, listMissingInputs } from './why-run-is-blocked.ts';

/** View of the files with their roles, the settings form, and the button that starts the run. */
export function filesView(state: PageState, words: PageWords): VNode {
  const { entries, problem } = state;
  const why = findObstacle(state, words);
  return h('div.files', [
    h('h1', { id: 'headline', tabindex: -1 }, words.files.heading),
    problem && problemBox(problem, words.problem.heading, words),
    h(
      'ul.list',
      entries.map((entry) => fileItem(entry, state, words)),
    ),
    h('div.choices', [
      filePicker(words.files.add, 'quiet', state),
      filePicker(words.start.folder, 'quiet', state, true),
      button(
        { class: 'quiet', id: 'again', onClick: () => state.startOver(words.loseFiles) },
        viewWords[words.id].actions.again,
      ),
    ]),
    settingsForm(state, words),
    h('div.go', [
      button(
        {
          class: 'primary',
          id: 'run',
          disabled: why !== undefined,
          'aria-describedby': 'why',
          onClick: () => state.run(),
        },
        words.run,
      ),
      h('p.hint', { id: 'why', role: 'status' }, why ?? ''),
      why === undefined && h('p.hint', listMissingInputs(state, words).join(' ')),
    ]),
  ]);
}
