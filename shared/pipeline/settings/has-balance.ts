/** Whether a bill of the settings is a channel's balance, and no file. */
export const hasBalance = <T>(stated: T): stated is Extract<T, { readonly balance: unknown }> =>
  typeof stated === 'object' && stated !== null && 'balance' in stated;
