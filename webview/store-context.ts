import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Clock } from './clock.ts';

/** Gives the store of a page to all of its components. */
export function storeContext<Store>() {
  const Context = createContext<Store | null>(null);
  const use = (): Store => {
    const store = useContext(Context);
    if (store === null) throw new Error('dashboard: a component stands outside of its store');
    return store;
  };
  return { Context, use };
}

/** The host's time. */
export const { Context: ClockContext, use: useHostClock } = storeContext<Clock>();

/**
 * Something that is worked out from the host's time. The component is drawn anew when its value changes, not at every tick:
 * so it should be a text or a number.
 */
export function useClock<Value extends string | number>(valueAt: (now: number) => Value): Value {
  const clock = useHostClock();
  return useSyncExternalStore(clock.subscribe, () => valueAt(clock.now()));
}
