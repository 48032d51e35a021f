import type { VNode } from 'preact';
import { button, h } from '#shared/report/view/element.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import type { Desk } from '../desk.ts';
import type { Words } from '../words/words.ts';
import { fileItem } from './file-item.ts';
import { lacking, obstacle } from './obstacle.ts';
import { problemBox } from './problem-box.ts';
import { settingsForm } from './settings-form.ts';
import { filePicker } from './start.ts';

/** The files, what each is, the settings that they need, and the way to the report. */
export function filesView(desk: Desk, words: Words): VNode {
  const { entries, problem } = desk;
  const isReading = entries.some(({ recognition, problem }) => !recognition && !problem);
  const why = obstacle(desk, words);
  const without = isReading ? [] : lacking(desk, words);
  return h('div.files', [
    h('h1', { id: 'headline', tabindex: -1 }, words.files.heading),
    problem && problemBox(problem, words.problem.heading, words),
    h(
      'ul.list',
      entries.map((entry) => fileItem(entry, desk, words)),
    ),
    h('div.choices', [
      filePicker(words.files.add, 'quiet', desk),
      filePicker(words.start.folder, 'quiet', desk, true),
      button(
        { class: 'quiet', id: 'again', onClick: () => desk.startOver() },
        viewWords[words.id].actions.again,
      ),
    ]),
    settingsForm(desk, words),
    h('div.go', [
      button(
        {
          class: 'primary',
          id: 'run',
          disabled: isReading || why !== undefined,
          'aria-describedby': 'why',
          onClick: () => desk.run(),
        },
        words.run,
      ),
      h('p.hint', { id: 'why', role: 'status' }, isReading ? '' : (why ?? '')),
      why === undefined && without.length > 0 && h('p.hint', without.join(' ')),
    ]),
  ]);
}
