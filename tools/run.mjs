/**
 * Runs a TypeScript file, or says what is missing: `node tools/run.mjs <file.ts> [arguments]`. Plain JavaScript, for
 * an older Node refuses a .ts file by its name, before any line of it could say why.
 */
import module from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const MAJOR = 24;
const [, , file = '', ...rest] = process.argv;
const { platform, arch, versions } = process;

/** tools/node/package.json names the one platform for which npm brings Node, and DECISIONS.md says why one. */
const remedy =
  platform === 'linux' && arch === 'x64'
    ? `npm ci brings Node ${MAJOR} unless optional packages are left out; start scripts with npm run, and single files with npx node ${file || '<file.ts>'}.`
    : `install Node ${MAJOR} or later, from nodejs.org or with a version manager.`;

if (Number.parseInt(versions.node, 10) < MAJOR) {
  console.error(`This project runs on Node ${MAJOR}, but this is Node ${versions.node}: ${remedy}`);
  process.exitCode = 1;
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
