import { storeContext } from '../store-context.ts';
import type { SwarmPageStore } from './swarm-store.ts';

export const { Context: SwarmContext, use: useSwarm } = storeContext<SwarmPageStore>();
