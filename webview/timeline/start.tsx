import type { TimelineState, TimelineStep, TimelineView } from '../../src/host/dashboards/timeline/protocol.ts';
import { connect } from '../bridge.ts';
import { ClockContext } from '../store-context.ts';
import { TimelinePage } from './page.tsx';
import { TimelineContext } from './store-context.ts';
import { TimelineStore } from './timeline-store.ts';

export function start() {
  const store: TimelineStore = new TimelineStore(
    connect<TimelineState, TimelineView, TimelineStep>({ show: (state) => store.show(state) }),
  );
  return (
    <ClockContext value={store.clock}>
      <TimelineContext value={store}>
        <TimelinePage />
      </TimelineContext>
    </ClockContext>
  );
}
