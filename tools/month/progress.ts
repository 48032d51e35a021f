import type { Language } from '#shared/language.ts';
import type { ProgressListener } from '#shared/pipeline/run-sources.ts';

const SECOND_MS = 1000;
const REFRESH_MS = 100;
const BAR_LENGTH = 20;
/** Moves the cursor to the start of its line and erases the line. */
const ERASE_LINE = '\r\u001b[K';

const WORDS = {
  en: {
    titles: { read: 'reading files', link: 'joining rows', reconcile: 'checking requests' },
    left: (done: number, parts: number, seconds: number) => `${done} of ${parts}  ${seconds} s left`,
  },
  zh: {
    titles: { read: '读取文件', link: '关联记录', reconcile: '核对请求' },
    left: (done: number, parts: number, seconds: number) => `${done}/${parts}  剩余 ${seconds} 秒`,
  },
} as const satisfies Record<Language, unknown>;

function bar(done: number, parts: number): string {
  const full = Math.floor((BAR_LENGTH * done) / parts);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_LENGTH - full)}`;
}

/**
 * Creates a listener that shows a bar and the time left for each step, on a terminal (`stream`) and unless `isQuiet`.
 */
export function createProgress(
  stream: NodeJS.WriteStream,
  isQuiet: boolean,
  language: Language,
): ProgressListener {
  if (isQuiet || !stream.isTTY) return () => () => {};
  const texts = WORDS[language];
  return (step, parts) => {
    const title = texts.titles[step];
    const begunAt = performance.now();
    let [done, shownAt] = [0, begunAt];
    stream.write(`${ERASE_LINE}${bar(0, 1)} ${title}`);
    return () => {
      done++;
      const now = performance.now();
      if (done === parts) stream.write(ERASE_LINE);
      else if (now - shownAt > REFRESH_MS) {
        shownAt = now;
        const seconds = Math.ceil((((now - begunAt) / done) * (parts - done)) / SECOND_MS);
        stream.write(`${ERASE_LINE}${bar(done, parts)} ${title}  ${texts.left(done, parts, seconds)}`);
      }
    };
  };
}
