/**
 * Runs a TypeScript file, or says what is missing: `node tools/run.mjs <file.ts> [arguments]`. Plain JavaScript, for
 * an older Node refuses a .ts file by its name, before any line of it could say why.
 */
import module from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const MAJOR = 24;
/** Not 1, which says to cron that the month command found something critical. */
const NOT_RUN = 2;
const [, , file = '', ...rest] = process.argv;
const { platform, arch, versions, env } = process;

const version = `Node ${MAJOR}`;
const single = `npx node ${file || '<file.ts>'}`;
/** tools/node/24/package.json names the one platform for which npm brings Node, and DECISIONS.md says why one. */
const isBrought = platform === 'linux' && arch === 'x64';
const sentences = {
  en: `This project runs on ${version}, but this is Node ${versions.node}: ${
    isBrought
      ? `npm ci brings ${version} unless optional packages are left out; start scripts with npm run, and single files with ${single}.`
      : `install ${version} or later, from nodejs.org or with a version manager.`
  }`,
  zh: `本项目需要 ${version}，而当前是 Node ${versions.node}：${
    isBrought
      ? `只要没有略过可选依赖，npm ci 会带来 ${version}；脚本请用 npm run 启动，单个文件请用 ${single}。`
      : `请从 nodejs.org 或用版本管理工具安装 ${version} 或更新的版本。`
  }`,
};
const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';

if (Number.parseInt(versions.node, 10) < MAJOR) {
  console.error(/^zh(?:[-_.]|$)/i.test(locale) ? sentences.zh : sentences.en);
  process.exitCode = NOT_RUN;
} else if (file !== '') {
  // Types are stripped once: a third of what a short command takes.
  module.enableCompileCache();
  // A reader that has seen enough (`… | head`) neither stops the work nor changes its exit code.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.argv = [process.argv[0], resolve(file), ...rest];
  await import(pathToFileURL(resolve(file)).href);
}
