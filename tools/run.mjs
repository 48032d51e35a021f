/**
 * Runs a TypeScript file, or says what is missing: `node tools/run.mjs <file.ts> [arguments]`. Plain JavaScript, for
 * an older Node refuses a .ts file by its name, before any line of it could say why.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const MAJOR = 24;
const [, , file = '', ...rest] = process.argv;

if (Number.parseInt(process.versions.node, 10) < MAJOR) {
  console.error(
    `This project runs on Node ${MAJOR}, but this is Node ${process.versions.node}. npm ci installs Node ${MAJOR} unless optional packages are left out; start scripts with npm run, and single files with npx node ${file || '<file.ts>'}.`,
  );
  process.exitCode = 1;
} else if (file !== '') {
  process.argv = [process.argv[0], resolve(file), ...rest];
  await import(pathToFileURL(resolve(file)).href);
}
