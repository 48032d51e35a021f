import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { byCodeUnit } from '#shared/engine/rows/order.ts';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

/** Matches the folder of the innermost package of a bundled file. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const COPYRIGHT = /^\s*Copyright (?:©|\(c\)|\d).*$/gim;
/** Matches the appendix of the Apache License, which is not part of its terms. */
const APPENDIX = /\s*APPENDIX: .*/s;

/** Lists the folders of the bundled packages, relative to the project. Also works if `node_modules` is a link. */
function findPackageFolders(metafiles: readonly Metafile[]): string[] {
  const files = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)),
  );
  const folders = files.flatMap((file) => PACKAGE.exec(file.replace(/^.*?(?=node_modules\/)/, '')) ?? []);
  return [...new Set(folders)].sort(byCodeUnit);
}

function readPackage(folder: string) {
  const { name, version, license, author }: Package = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  const owner = typeof author === 'string' ? author : author?.name;
  const copyrights = (text.match(COPYRIGHT) ?? [owner ?? '']).map((line) =>
    line.replaceAll(/[`<>]/g, '').trim(),
  );
  const terms = text
    .replace(APPENDIX, '')
    .replaceAll(COPYRIGHT, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { license, terms, line: `${name} ${version}: ${copyrights.join(', ')}` };
}

/** Builds the text of THIRD-PARTY-NOTICES: for each license its packages with copyright lines, and its terms. */
export function buildNotices(metafiles: readonly Metafile[]): string {
  const licenses = Map.groupBy(findPackageFolders(metafiles).map(readPackage), ({ license }) => license);
  const sections = [...licenses].map(([license, packages]) => {
    const { terms } = packages.find(({ terms }) => terms !== '') ?? {};
    if (terms === undefined) throw new Error(`No package brings the terms of ${license}.`);
    return [`== ${license} ==`, packages.map(({ line }) => line).join('\n'), terms].join('\n\n');
  });
  return `The functions, the page, the reports and the command contain these packages. This file is written by npm run generate.\n\n${sections.join('\n\n')}\n`;
}
