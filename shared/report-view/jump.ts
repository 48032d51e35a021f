import type { Actions } from './view.ts';

interface Jump {
  preventDefault(): void;
  readonly currentTarget: {
    readonly ownerDocument: { getElementById(id: string): { scrollIntoView(): void } | null };
  };
}

/** A link within the page. The address holds filters, so that such a place is no part of it where scripts run. */
export const jumpTo = (id: string, act: Actions | undefined) => ({
  href: `#${id}`,
  ...(act && {
    onClick: (event: Jump) => {
      event.preventDefault();
      event.currentTarget.ownerDocument.getElementById(id)?.scrollIntoView();
    },
  }),
});
