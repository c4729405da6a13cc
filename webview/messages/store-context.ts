import { storeContext } from '../store-context.ts';
import type { MessagesStore } from './messages-store.ts';

export const { Context: MessagesContext, use: useMessages } = storeContext<MessagesStore>();
