import { storeContext } from '../store-context.ts';
import type { OverviewStore } from './overview-store.ts';

export const { Context: OverviewContext, use: useOverview } = storeContext<OverviewStore>();
