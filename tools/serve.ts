import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '#functions/routes.ts';
import { createGateway, listLocalRoutes } from '#infra/local/gateway.ts';
import { type Sentence, textIn } from '#shared/sentence.ts';
import { detectLanguage, parseArguments } from './arguments.ts';
import { isPackaged } from './packaged.ts';

const EXIT_MISTAKE = 2;
const DEFAULT_PORT = 3000;
const COMMAND = isPackaged ? 'llm-reconcile serve' : 'npm start --';
const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  port: { type: 'string' },
  language: { type: 'string' },
} as const;

const USAGE: Sentence = {
  en: `${COMMAND} [--port ${DEFAULT_PORT}]

Serves the API and the page on this machine only, at http://127.0.0.1:${DEFAULT_PORT}/. It prints a line for each
request, without its body. Press Ctrl-C to stop.

  --port      port to listen on (${DEFAULT_PORT})
  --language  en or zh: language of messages; without it, that of the environment`,
  zh: `${COMMAND} [--port ${DEFAULT_PORT}]

只在本机提供 API 和网页，地址为 http://127.0.0.1:${DEFAULT_PORT}/。每个请求打印一行日志，不含请求内容。按 Ctrl-C 停止。

  --port      监听的端口（${DEFAULT_PORT}）
  --language  en 或 zh：提示的语言，默认为系统语言`,
};
const INVALID_PORT: Sentence = {
  en: '--port must be a whole number from 1 to 65535: --port 3001',
  zh: '--port 必须是 1 到 65535 的整数，例如 --port 3001',
};
const portTaken = (port: number): Sentence => ({
  en: `Port ${port} is in use. Stop the program that is using it, or choose another port: --port ${port + 1}`,
  zh: `端口 ${port} 已被占用。请停止占用该端口的程序，或换一个端口：--port ${port + 1}`,
});
const STARTING: Sentence = {
  en: 'Starting. This takes some seconds.',
  zh: '正在启动，需要几秒钟。',
};
const ready = (base: string): Sentence => ({
  en: `Ready on ${base}/. Open it in a browser and drop a month's files on the page, or call the API:

  curl -s ${base}/api/v1/connectors
  curl -s ${base}/openapi.json

Press Ctrl-C to stop.`,
  zh: `已就绪：${base}/。用浏览器打开，把一个月的文件拖入页面；或者调用 API：

  curl -s ${base}/api/v1/connectors
  curl -s ${base}/openapi.json

按 Ctrl-C 停止。`,
});

/** Returns the folder with the bundled functions: from the package, or bundled from the sources of a clone. */
async function findFunctions(): Promise<string> {
  if (isPackaged) return fileURLToPath(new URL('functions', import.meta.url));
  console.log(textIn(STARTING, language));
  const folder = mkdtempSync(join(tmpdir(), 'reconciliation-service-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { bundleRoutes } = await import('#infra/bundle.ts');
  bundleRoutes(routes, folder);
  return folder;
}

const args = process.argv.slice(2);
const { values, mistake } = parseArguments(args, OPTIONS);
const language = detectLanguage(args, process.env);
const port = Number(values.port ?? (process.env.PORT || DEFAULT_PORT));

function fail(sentence: Sentence): never {
  console.error(textIn(sentence, language));
  process.exit(EXIT_MISTAKE);
}

if (values.help === true) console.log(textIn(USAGE, language));
else {
  if (mistake !== undefined) fail(mistake);
  if (!(Number.isInteger(port) && port >= 1 && port <= 65_535)) fail(INVALID_PORT);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  const server = await createGateway(listLocalRoutes(await findFunctions()));
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') fail(portTaken(port));
    throw error;
  }
  console.log(textIn(ready(`http://127.0.0.1:${port}`), language));
}
