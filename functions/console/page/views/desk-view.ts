import type { VNode } from 'preact';
import { h } from '#shared/report-view/element.ts';
import { answeredHere } from '../as-here.ts';
import { type Changed, Desk } from '../desk.ts';
import { download } from '../download.ts';
import { savedSettings } from '../settings/saved-settings.ts';
import type { Words } from '../words/words.ts';
import { filesView } from './files.ts';
import { startView } from './start.ts';
import { workingView } from './working.ts';

/** What the page does beside the desk. */
interface Around {
  readonly redraw: () => void;
  readonly startOver: () => void;
  readonly focusHeadline: () => void;
}

/** The desk until there is an answer: nothing on it, files, or a run. A report file shows none of it, and has it not. */
function deskView(desk: Desk, words: Words, { redraw, startOver, focusHeadline }: Around): VNode {
  if (desk.progress) return workingView(desk.progress, words, () => desk.cancel());
  const add = (files: readonly File[]) => desk.add(files);
  const inner =
    desk.entries.length === 0
      ? startView(words, { add, example: () => desk.example() })
      : filesView(desk, words, {
          add,
          redraw,
          startOver,
          remove: (entry) => {
            desk.remove(entry);
            focusHeadline();
          },
          run: () => desk.run(),
          goOn: (entry) => desk.goOn(entry),
          map: (entry, rules) => desk.mapByHand(entry, rules),
          state: (terms) => desk.state(terms),
          check: () => desk.check(),
          saveSettings: () => {
            const { entries, settings, known } = desk;
            download('month.json', 'application/json', savedSettings(entries, settings, known));
          },
        });
  return h('main.desk', { id: 'content' }, inner);
}

/** What reads files, and what shows them. */
export interface Reading {
  readonly desk: (changed: Changed) => Desk;
  readonly view: typeof deskView;
  /** What an answer says to do, as it is done here. */
  readonly here: typeof answeredHere;
}

export const reading: Reading = { desk: (changed) => new Desk(changed), view: deskView, here: answeredHere };
