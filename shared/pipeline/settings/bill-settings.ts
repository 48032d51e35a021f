import type { FileSettings } from '../read/source.ts';
import type { ChannelBalance, SettingsFile } from './settings-file.ts';

// The page uses these functions without the schema of the settings, which would double its size.

type BillSettings = SettingsFile['upstream'];

/** Whether a bill in the settings is the balance of a channel instead of a file. */
const hasBalance = <T>(bill: T): bill is Extract<T, { readonly balance: unknown }> =>
  typeof bill === 'object' && bill !== null && 'balance' in bill;

/** Lists the entries of the setting `upstream` that are files, with their settings such as `factor`. */
export const listBillFiles = (bills: BillSettings = []): ({ readonly file: string } & FileSettings)[] =>
  [bills]
    .flat()
    .flatMap((bill) => (typeof bill === 'string' ? { file: bill } : hasBalance(bill) ? [] : bill));

/** Lists the entries of the setting `upstream` that are balances of channels instead of files. */
export const listChannelBalances = (bills: BillSettings = []): ChannelBalance[] =>
  [bills].flat().filter(hasBalance);
