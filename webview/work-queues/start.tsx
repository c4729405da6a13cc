import type { QueuesPush, QueuesStep, QueuesView } from '../../src/host/dashboards/work-queues/protocol.ts';
import { connect } from '../bridge.ts';
import { ClockContext } from '../store-context.ts';
import { QueuesPage } from './page.tsx';
import { QueuesStore } from './queues-store.ts';
import { QueuesContext } from './store-context.ts';

export function start() {
  const store: QueuesStore = new QueuesStore(connect<QueuesPush, QueuesView, QueuesStep>({ show: (push) => store.push(push) }));
  return (
    <ClockContext value={store.clock}>
      <QueuesContext value={store}>
        <QueuesPage />
      </QueuesContext>
    </ClockContext>
  );
}
