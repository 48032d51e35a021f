import type { VNode } from 'preact';
import { button, h } from '#shared/report/view/element.ts';
import type { PageWords } from '../words/words.ts';
import type { RunProgress } from '../worker/protocol.ts';

/** View during a run, with its progress and a button that cancels it. */
export const workingView = (
  { step, rows, bytes, total }: RunProgress,
  { working }: PageWords,
  cancel: () => void,
): VNode =>
  h('main.desk.working', { id: 'content' }, [
    h('h1', { id: 'headline', tabindex: -1 }, working.heading),
    h('progress', {
      'aria-label': working.heading,
      ...(step === 'reading' && { max: total, value: bytes }),
    }),
    h('p', { role: 'status' }, working[step]),
    rows > 0 && h('p.hint', working.rows(rows)),
    button({ id: 'cancel', onClick: cancel }, working.cancel),
  ]);
