/**
 * Runs a TypeScript file, or prints that Node is too old: `node tools/run.mjs <file.ts> [arguments]`. Plain JavaScript,
 * because an older Node refuses a .ts file before any line of it runs.
 */
import module from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const MAJOR = 24;
/** Exit code for an old Node. Exit code 1 means a critical finding of the month command. */
const NOT_RUN = 2;
const [, , file = '', ...rest] = process.argv;
const { platform, arch, versions, env } = process;

const version = `Node ${MAJOR}`;
const single = `npx node ${file || '<file.ts>'}`;
/** Whether `npm ci` installs Node. tools/node/24/package.json lists the platform, and DECISIONS.md the reason. */
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
  // Cache stripped types, which saves a third of the time of a short command.
  module.enableCompileCache();
  // Ignore a closed pipe (`… | head`): the command goes on and its exit code stays the same.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.argv = [process.argv[0], resolve(file), ...rest];
  await import(pathToFileURL(resolve(file)).href);
}
