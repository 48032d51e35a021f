import type { Language } from '../../language.ts';
import { UNASSIGNED } from '../../log-facts.ts';

/** Builds texts about a channel and a customer. Requests without one have no name that a reader knows. */
const PLACES = {
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
export const nameChannel = (id: string, language: Language): string => PLACES[language].channel(id);
/** Names a customer: `customer 42`, or `requests without a customer` if the id is `UNASSIGNED`. */
export const nameCustomer = (id: string, language: Language): string => PLACES[language].customer(id);

/** Makes the first letter of a text upper case. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
