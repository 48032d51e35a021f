import type { VNode } from 'preact';
import { h } from '#shared/report/view/element.ts';
import { answeredHere } from '../as-here.ts';
import { type Changed, Desk } from '../desk.ts';
import type { Words } from '../words/words.ts';
import { filesView } from './files.ts';
import { startView } from './start.ts';
import { workingView } from './working.ts';

/** The desk until there is an answer: nothing on it, files, or a run. */
function deskView(desk: Desk, words: Words): VNode {
  if (desk.progress) return workingView(desk.progress, words, () => desk.cancel());
  const inner = desk.entries.length === 0 ? startView(desk, words) : filesView(desk, words);
  return h('main.desk', { id: 'content' }, inner);
}

/** What reads files, what shows them, and what an answer says to do as it is done here. A report file has none of it. */
export const reading = { desk: (changed: Changed) => new Desk(changed), view: deskView, here: answeredHere };
export type Reading = typeof reading;
