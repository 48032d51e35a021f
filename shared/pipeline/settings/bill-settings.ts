import type { FileSettings } from '../read/source.ts';
import { hasBalance } from './has-balance.ts';
import type { ChannelBalance, SettingsFile } from './settings-file.ts';

type StatedBills = SettingsFile['upstream'];

/** Lists the bills that are files, with their settings. The page imports this without the schema of the settings. */
export const billFiles = (bills: StatedBills = []): ({ readonly file: string } & FileSettings)[] =>
  [bills]
    .flat()
    .flatMap((bill) => (typeof bill === 'string' ? { file: bill } : hasBalance(bill) ? [] : bill));

/** Lists the balances among the bills. */
export const channelBalances = (bills: StatedBills = []): ChannelBalance[] =>
  [bills].flat().filter(hasBalance);
