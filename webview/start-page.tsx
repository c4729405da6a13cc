import type { Context, ReactNode } from 'react';
import { connect } from './bridge.ts';
import type { Clock } from './clock.ts';
import type { StoreOptions } from './page-store.ts';
import { ClockContext } from './store-context.ts';

/** Parts of a page's store that its host uses. */
interface Shows<Push> {
  readonly clock: Clock;
  show(push: Push): void;
}

/** Connects a page's store to its host; callable only once. @returns the root element */
export function startPage<Push, View, Step, Store>(
  PageStore: new (around: StoreOptions<View, Step>) => Store & Shows<Push>,
  StoreContext: Context<Store | null>,
  Page: () => ReactNode,
) {
  const store: Store & Shows<Push> = new PageStore(connect<Push, View, Step>({ show: (push) => store.show(push) }));
  return (
    <ClockContext value={store.clock}>
      <StoreContext value={store}>
        <Page />
      </StoreContext>
    </ClockContext>
  );
}
