import { Rejection } from '#shared/rejections.ts';

/** Returns the result of `work`, or the rejection that it throws; other errors are rethrown. */
export function catchRejection<T>(work: () => T): T | Rejection {
  try {
    return work();
  } catch (rejection) {
    if (rejection instanceof Rejection) return rejection;
    throw rejection;
  }
}
