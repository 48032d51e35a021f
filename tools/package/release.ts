import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a release: the archive of the package, the notices of what it contains, and the checksums of both. */
const FOLDER = 'release';
const NOTICES = 'THIRD-PARTY-NOTICES';

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', FOLDER], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
});
if (packed.status !== 0) throw new Error('npm pack failed; its output is above.');
const [{ filename }]: [{ filename: string }] = JSON.parse(packed.stdout);
copyFileSync(NOTICES, join(FOLDER, NOTICES));
const checksums = [filename, NOTICES].map((file) => {
  const hash = createHash('sha256')
    .update(readFileSync(join(FOLDER, file)))
    .digest('hex');
  return `${hash}  ${file}\n`;
});
writeFileSync(join(FOLDER, 'SHA256SUMS'), checksums.join(''));
console.log(
  `${FOLDER}/: ${filename}, ${NOTICES}, SHA256SUMS\nTo install it: npm install -g ./${FOLDER}/${filename}`,
);
