import type { GraphPush, GraphStep, GraphView } from '../../src/host/dashboards/graph/protocol.ts';
import { connect } from '../bridge.ts';
import { ClockContext } from '../store-context.ts';
import { GraphStore } from './graph-store.ts';
import { GraphPage } from './page.tsx';
import { GraphContext } from './store-context.ts';

export function start() {
  const store: GraphStore = new GraphStore(connect<GraphPush, GraphView, GraphStep>({ show: (push) => store.push(push) }));
  return (
    <ClockContext value={store.clock}>
      <GraphContext value={store}>
        <GraphPage />
      </GraphContext>
    </ClockContext>
  );
}
