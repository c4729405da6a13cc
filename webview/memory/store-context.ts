import { storeContext } from '../store-context.ts';
import type { MemoryStore } from './memory-store.ts';

export const { Context: MemoryContext, use: useMemory } = storeContext<MemoryStore>();
