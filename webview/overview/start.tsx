import type { OverviewState, OverviewStep, OverviewView } from '../../src/host/dashboards/overview/protocol.ts';
import { connect } from '../bridge.ts';
import { ClockContext } from '../store-context.ts';
import { OverviewStore } from './overview-store.ts';
import { OverviewPage } from './page.tsx';
import { OverviewContext } from './store-context.ts';

export function start() {
  const store: OverviewStore = new OverviewStore(
    connect<OverviewState, OverviewView, OverviewStep>({ show: (state) => store.push(state) }),
  );
  return (
    <ClockContext value={store.clock}>
      <OverviewContext value={store}>
        <OverviewPage />
      </OverviewContext>
    </ClockContext>
  );
}
