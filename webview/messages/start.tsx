import type { MessagesState, MessagesStep, MessagesView } from '../../src/host/dashboards/messages/protocol.ts';
import { connect } from '../bridge.ts';
import { ClockContext } from '../store-context.ts';
import { MessagesStore } from './messages-store.ts';
import { MessagesPage } from './page.tsx';
import { MessagesContext } from './store-context.ts';

export function start() {
  const store: MessagesStore = new MessagesStore(
    connect<MessagesState, MessagesView, MessagesStep>({ show: (state) => store.show(state) }),
  );
  return (
    <ClockContext value={store.clock}>
      <MessagesContext value={store}>
        <MessagesPage />
      </MessagesContext>
    </ClockContext>
  );
}
