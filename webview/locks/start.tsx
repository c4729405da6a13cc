import type { LocksState, LocksStep, LocksView } from '../../src/host/dashboards/locks/protocol.ts';
import { connect } from '../bridge.ts';
import { ClockContext } from '../store-context.ts';
import { LocksStore } from './locks-store.ts';
import { LocksPage } from './page.tsx';
import { LocksContext } from './store-context.ts';

export function start() {
  const store: LocksStore = new LocksStore(connect<LocksState, LocksView, LocksStep>({ show: (state) => store.show(state) }));
  return (
    <ClockContext value={store.clock}>
      <LocksContext value={store}>
        <LocksPage />
      </LocksContext>
    </ClockContext>
  );
}
