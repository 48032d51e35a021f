import { Rejection } from '#shared/rejections.ts';

/** What some work gives, or why it is refused; a bug is thrown on. */
export function catchRejection<T>(work: () => T): T | Rejection {
  try {
    return work();
  } catch (rejection) {
    if (rejection instanceof Rejection) return rejection;
    throw rejection;
  }
}
