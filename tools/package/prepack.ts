import { buildPackage } from './build.ts';

/** `npm pack` runs this before it packs the folder. */
await buildPackage('dist');
