import '@vscode/codicons/dist/codicon.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/top.css';
import './styles/grid.css';
import './styles/deciding.css';
import './styles/messages-layout.css';
import './styles/messages.css';
import './styles/composer.css';
import './styles/queues.css';
import './styles/queues-forms.css';
import './styles/graph.css';
import './styles/graph-lists.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { DashboardState, Step, View } from '../src/contract/dashboard.ts';
import type { GraphPush, GraphStep, GraphView } from '../src/contract/graph.ts';
import type { MessagesState, MessagesStep, MessagesView } from '../src/contract/messages.ts';
import type { QueuesPush, QueuesStep, QueuesView } from '../src/contract/work-queues.ts';
import { connect } from './bridge.ts';
import { Dashboard } from './dashboard.tsx';
import { GraphStore } from './graph/graph-store.ts';
import { GraphPage } from './graph/page.tsx';
import { GraphContext } from './graph/store-context.ts';
import { MessagesStore } from './messages/messages-store.ts';
import { MessagesPage } from './messages/page.tsx';
import { MessagesContext } from './messages/store-context.ts';
import { DashboardStore } from './store.ts';
import { ClockContext, StoreContext } from './store-context.ts';
import { QueuesPage } from './work-queues/page.tsx';
import { QueuesStore } from './work-queues/queues-store.ts';
import { QueuesContext } from './work-queues/store-context.ts';

const around = {
  nextFrame: (callback: () => void) => requestAnimationFrame(callback),
  monotonic: () => performance.now(),
};

function swarmPage() {
  const store: DashboardStore = new DashboardStore({
    ...around,
    ...connect<DashboardState, View, Step>({ show: (state) => store.show(state) }),
  });
  return (
    <ClockContext value={store.clock}>
      <StoreContext value={store}>
        <Dashboard />
      </StoreContext>
    </ClockContext>
  );
}

function messagesPage() {
  const store: MessagesStore = new MessagesStore({
    ...around,
    ...connect<MessagesState, MessagesView, MessagesStep>({ show: (state) => store.show(state) }),
  });
  return (
    <ClockContext value={store.clock}>
      <MessagesContext value={store}>
        <MessagesPage />
      </MessagesContext>
    </ClockContext>
  );
}

function queuesPage() {
  const store: QueuesStore = new QueuesStore({
    ...around,
    ...connect<QueuesPush, QueuesView, QueuesStep>({ show: (push) => store.push(push) }),
  });
  return (
    <ClockContext value={store.clock}>
      <QueuesContext value={store}>
        <QueuesPage />
      </QueuesContext>
    </ClockContext>
  );
}

function graphPage() {
  const store: GraphStore = new GraphStore({
    ...around,
    ...connect<GraphPush, GraphView, GraphStep>({ show: (push) => store.push(push) }),
  });
  return (
    <ClockContext value={store.clock}>
      <GraphContext value={store}>
        <GraphPage />
      </GraphContext>
    </ClockContext>
  );
}

const PAGES: Readonly<Record<string, () => ReactNode>> = {
  swarm: swarmPage,
  messages: messagesPage,
  'work-queues': queuesPage,
  graph: graphPage,
};

const place = document.getElementById('root');
if (place === null) throw new Error('dashboard: the page has no element with the id "root"');
createRoot(place).render((PAGES[place.dataset.page ?? ''] ?? swarmPage)());
