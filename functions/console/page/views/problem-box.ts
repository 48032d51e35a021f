import type { VNode } from 'preact';
import { h, list } from '#shared/report/view/element.ts';
import { wordProblemForPage } from '../page-wording.ts';
import type { PageWords } from '../words/words.ts';
import type { InputProblem } from '../worker/protocol.ts';

/** Removes the name of the file from a sentence, because it is in the heading. */
const withoutFile = (sentence: string, file: string | undefined): string =>
  file === undefined ? sentence : sentence.replace(`${file}: `, '').replace(`${file}：`, '');

/** Box with a problem of a file or a run and its details. */
export function problemBox(problem: InputProblem, heading: string, words: PageWords): VNode {
  const { file, message, details, isBug } = wordProblemForPage(problem);
  return h('div.problem', { role: 'alert' }, [
    h('strong', heading),
    // Skip the general message of a file problem that has details.
    (file === undefined || details.length === 0) && h('p', isBug ? words.problem.bug : message[words.id]),
    isBug && h('p.hint', message[words.id]),
    details.length > 0 && list(details.map((detail) => withoutFile(detail[words.id], file))),
  ]);
}
