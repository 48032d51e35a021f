import type { VNode } from 'preact';
import { h, list } from '#shared/report/view/element.ts';
import { problemHere } from '../as-here.ts';
import type { Words } from '../words/words.ts';
import type { Problem } from '../worker/protocol.ts';

/** What is said of a file, where its name stands above. */
const withoutFile = (sentence: string, file: string | undefined): string =>
  file === undefined ? sentence : sentence.replace(`${file}: `, '').replace(`${file}：`, '');

/** What went wrong with a file or a run, and where. */
export function problemBox(problem: Problem, heading: string, words: Words): VNode {
  const { file, message, details, isBug } = problemHere(problem);
  return h('div.problem', { role: 'alert' }, [
    h('strong', heading),
    // Of a file the details say it all.
    (file === undefined || details.length === 0) && h('p', isBug ? words.problem.bug : message[words.id]),
    isBug && h('p.hint', message[words.id]),
    details.length > 0 && list(details.map((detail) => withoutFile(detail[words.id], file))),
  ]);
}
