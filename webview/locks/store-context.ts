import { storeContext } from '../store-context.ts';
import type { LocksStore } from './locks-store.ts';

export const { Context: LocksContext, use: useLocks } = storeContext<LocksStore>();
