import type { CrtxState, CrtxStep, CrtxView } from '../../src/host/crtx/protocol.ts';
import { connect } from '../bridge.ts';
import { ClockContext } from '../store-context.ts';
import { CrtxStore } from './crtx-store.ts';
import { CrtxPage } from './page.tsx';
import { CrtxContext } from './store-context.ts';

export function start() {
  const store: CrtxStore = new CrtxStore(connect<CrtxState, CrtxView, CrtxStep>({ show: (state) => store.show(state) }));
  return (
    <ClockContext value={store.clock}>
      <CrtxContext value={store}>
        <CrtxPage />
      </CrtxContext>
    </ClockContext>
  );
}
