import { storeContext } from '../store-context.ts';
import type { GraphStore } from './graph-store.ts';

export const { Context: GraphContext, use: useGraph } = storeContext<GraphStore>();
