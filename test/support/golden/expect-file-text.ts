import { resolve } from 'node:path';
import { expect } from 'vitest';

/** That a file holds this text. Where it does not, the failure says how it is made anew. */
export const expectFileText = (file: string, text: string): Promise<void> =>
  expect(text).toMatchFileSnapshot(resolve(file), `${file} is not what npm run generate writes`);
