import type { Language } from '#shared/language.ts';
import type { Watch } from '#shared/pipeline/run-on.ts';

const SECOND_MS = 1000;
const REFRESH_MS = 100;
const BAR_LENGTH = 20;
/** Erases the line of the cursor, for the next one to stand in its place. */
const ERASED = '\r\u001b[K';

const WORDS = {
  en: {
    titles: { read: 'reading files', link: 'joining rows', reconcile: 'checking requests' },
    after: (seconds: string, title: string) => `${seconds} s: ${title}`,
    left: (done: number, parts: number, seconds: number) => `${done} of ${parts}  ${seconds} s left`,
  },
  zh: {
    titles: { read: '读取文件', link: '关联记录', reconcile: '核对请求' },
    after: (seconds: string, title: string) => `${seconds} 秒：${title}`,
    left: (done: number, parts: number, seconds: number) => `${done}/${parts}  剩余 ${seconds} 秒`,
  },
} as const satisfies Record<Language, unknown>;

function bar(done: number, parts: number): string {
  const full = Math.floor((BAR_LENGTH * done) / parts);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_LENGTH - full)}`;
}

/** On a terminal a bar for each stage, with the time left; in a pipe a line for each. */
export function createProgress(stream: NodeJS.WriteStream, isQuiet: boolean, language: Language): Watch {
  if (isQuiet) return () => () => {};
  const say = WORDS[language];
  const startedAt = performance.now();
  return (step, parts) => {
    const title = say.titles[step];
    const elapsed = ((performance.now() - startedAt) / SECOND_MS).toFixed(1);
    if (!stream.isTTY) {
      stream.write(`${say.after(elapsed, title)}\n`);
      return () => {};
    }
    const begunAt = performance.now();
    let [done, shownAt] = [0, begunAt];
    stream.write(`${ERASED}${bar(0, 1)} ${title}`);
    return () => {
      done++;
      const now = performance.now();
      if (done === parts) stream.write(ERASED);
      else if (now - shownAt > REFRESH_MS) {
        shownAt = now;
        const seconds = Math.ceil((((now - begunAt) / done) * (parts - done)) / SECOND_MS);
        stream.write(`${ERASED}${bar(done, parts)} ${title}  ${say.left(done, parts, seconds)}`);
      }
    };
  };
}
