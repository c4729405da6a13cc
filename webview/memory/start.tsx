import type { MemoryState, MemoryStep, MemoryView } from '../../src/host/dashboards/memory/protocol.ts';
import { connect } from '../bridge.ts';
import { MemoryStore } from './memory-store.ts';
import { MemoryPage } from './page.tsx';
import { MemoryContext } from './store-context.ts';

export function start() {
  const store: MemoryStore = new MemoryStore(connect<MemoryState, MemoryView, MemoryStep>({ show: (state) => store.show(state) }));
  return (
    <MemoryContext value={store}>
      <MemoryPage />
    </MemoryContext>
  );
}
