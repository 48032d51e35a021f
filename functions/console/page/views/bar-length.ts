/** A money text as a length on the screen; nothing is computed with it. */
export const barLength = (amount: string | null | undefined): number => Number(amount ?? 0);
