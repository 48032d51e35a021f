import type { Language } from '../../language.ts';
import { UNASSIGNED } from '../../log-facts.ts';

/** Names of channels and customers in texts. Requests without one have no name that a reader knows. */
const NAMES = {
  en: {
    channel: (id: string) => (id === UNASSIGNED ? 'requests without a channel' : `channel ${id}`),
    customer: (id: string) => (id === UNASSIGNED ? 'requests without a customer' : `customer ${id}`),
  },
  zh: {
    channel: (id) => (id === UNASSIGNED ? '没有写明渠道的请求' : `渠道 ${id}`),
    customer: (id) => (id === UNASSIGNED ? '没有写明客户的请求' : `客户 ${id}`),
  },
} satisfies Readonly<Record<Language, Record<'channel' | 'customer', (id: string) => string>>>;

/** Names a channel: `channel 7`, or `requests without a channel` if the id is `UNASSIGNED`. */
export const nameChannel = (id: string, language: Language): string => NAMES[language].channel(id);
/** Names a customer: `customer 42`, or `requests without a customer` if the id is `UNASSIGNED`. */
export const nameCustomer = (id: string, language: Language): string => NAMES[language].customer(id);

/** Makes the first letter of a text upper case. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
