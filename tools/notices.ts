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

/** Folder of the innermost package that a bundled file belongs to. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const COPYRIGHT = /^\s*Copyright (?:©|\(c\)|\d).*$/gim;
/** Ends the terms of the Apache License; what follows is an example. */
const APPENDIX = /\s*APPENDIX: .*/s;

/** Folders of the packages that bundles contain, relative to the root of the project, wherever its node_modules is linked to. */
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

/**
 * Builds the notices that the licenses of bundled packages ask for: the packages of each license with their copyright
 * lines, then its terms once.
 * @throws Error if no package of a license brings its terms
 */
export function buildNotices(metafiles: readonly Metafile[]): string {
  const licenses = Map.groupBy(findPackageFolders(metafiles).map(readPackage), ({ license }) => license);
  const sections = [...licenses].map(([license, packages]) => {
    const { terms } = packages.find(({ terms }) => terms !== '') ?? {};
    if (terms === undefined) throw new Error(`No package brings the terms of ${license}.`);
    return [`== ${license} ==`, packages.map(({ line }) => line).join('\n'), terms].join('\n\n');
  });
  return `Functions, page, reports and the command contain these packages. Written by npm run generate.\n\n${sections.join('\n\n')}\n`;
}
