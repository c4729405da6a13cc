import { storeContext } from '../store-context.ts';
import type { QueuesStore } from './queues-store.ts';

export const { Context: QueuesContext, use: useQueues } = storeContext<QueuesStore>();
