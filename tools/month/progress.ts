import { SingleBar } from 'cli-progress';
import type { Language } from '#shared/language.ts';
import type { Watch } from '#shared/run/run-on.ts';

const SECOND_MS = 1000;

const TITLES = {
  en: { read: 'reading files', link: 'joining rows', reconcile: 'checking requests' },
  zh: { read: '读取文件', link: '关联记录', reconcile: '核对请求' },
} as const satisfies Record<Language, Record<string, string>>;

const WORDS = {
  en: {
    after: (seconds: string, title: string) => `${seconds} s: ${title}`,
    counts: '{value} of {total}  {eta_formatted} left',
  },
  zh: {
    after: (seconds, title) => `${seconds} 秒：${title}`,
    counts: '{value}/{total}  剩余 {eta_formatted}',
  },
} as const satisfies Record<Language, { after: (seconds: string, title: string) => string; counts: string }>;

/** On a terminal a bar for each stage, with the time left; in a pipe a line for each. */
export function progressOn(stream: NodeJS.WriteStream, isQuiet: boolean, language: Language): Watch {
  if (isQuiet) return () => () => {};
  const startedAt = performance.now();
  return (step, parts) => {
    const title = TITLES[language][step];
    const elapsed = ((performance.now() - startedAt) / SECOND_MS).toFixed(1);
    if (!stream.isTTY) {
      stream.write(`${WORDS[language].after(elapsed, title)}\n`);
      return () => {};
    }
    const bar = new SingleBar({
      stream,
      clearOnComplete: true,
      stopOnComplete: true,
      hideCursor: true,
      format: `{bar} ${title}  ${WORDS[language].counts}`,
    });
    bar.start(parts, 0);
    return () => bar.increment();
  };
}
