import type { DashboardState, Step, View } from '../../src/host/dashboards/swarm/protocol.ts';
import { connect } from '../bridge.ts';
import { ClockContext } from '../store-context.ts';
import { SwarmPage } from './page.tsx';
import { SwarmContext } from './store-context.ts';
import { SwarmPageStore } from './swarm-store.ts';

export function start() {
  const store: SwarmPageStore = new SwarmPageStore(connect<DashboardState, View, Step>({ show: (state) => store.show(state) }));
  return (
    <ClockContext value={store.clock}>
      <SwarmContext value={store}>
        <SwarmPage />
      </SwarmContext>
    </ClockContext>
  );
}
