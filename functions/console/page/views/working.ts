import { h } from '../element.ts';
import type { Words } from '../words/words.ts';
import type { Progress } from '../worker/protocol.ts';

/** Shown while the worker computes. */
export const workingView = (
  { step, bytes, total }: Progress,
  { working }: Words,
  cancel: () => void,
): HTMLElement =>
  h(
    'main',
    { class: 'desk working', id: 'content' },
    h('h1', { id: 'headline', tabindex: -1 }, working.heading),
    h('progress', {
      'aria-label': working.heading,
      ...(step === 'reading' && { max: total, value: bytes }),
    }),
    h('p', { role: 'status' }, working[step]),
    h('button', { type: 'button', id: 'cancel', onclick: cancel }, working.cancel),
  );
