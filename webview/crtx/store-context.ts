import { storeContext } from '../store-context.ts';
import type { CrtxStore } from './crtx-store.ts';

export const { Context: CrtxContext, use: useCrtx } = storeContext<CrtxStore>();
