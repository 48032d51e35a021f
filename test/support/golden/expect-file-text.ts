import { resolve } from 'node:path';
import { expect } from 'vitest';

/** Expects that a file contains this text. The failure says how to regenerate the file. */
export const expectFileText = (file: string, text: string): Promise<void> =>
  expect(text).toMatchFileSnapshot(resolve(file), `${file} is not what npm run generate writes`);
