import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DashboardStore } from './store.ts';

export const StoreContext = createContext<DashboardStore | null>(null);

export function useStore(): DashboardStore {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('dashboard: a component stands outside of <StoreContext>');
  return store;
}

/**
 * Something that is worked out from the host's time. The component is drawn anew when its value changes, not at every tick:
 * so it should be a text or a number.
 */
export function useClock<Value extends string | number>(valueAt: (now: number) => Value): Value {
  const { clock } = useStore();
  return useSyncExternalStore(clock.subscribe, () => valueAt(clock.now()));
}
