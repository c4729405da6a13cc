import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Clock } from './clock.ts';

/** Creates a React context for the store of a page. */
export function storeContext<Store>() {
  const Context = createContext<Store | null>(null);
  const use = (): Store => {
    const store = useContext(Context);
    if (store === null) throw new Error('dashboard: a component stands outside of its store');
    return store;
  };
  return { Context, use };
}

/** Context with the host's time. */
export const { Context: ClockContext, use: useHostClock } = storeContext<Clock>();

/**
 * Returns a value computed from the host's time. The component renders again only when the value changes, not at every tick, so it must be
 * a string or number.
 */
export function useClock<Value extends string | number>(valueAt: (now: number) => Value): Value {
  const clock = useHostClock();
  return useSyncExternalStore(clock.subscribe, () => valueAt(clock.now()));
}
