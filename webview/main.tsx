import '@vscode/codicons/dist/codicon.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/top.css';
import './styles/strip.css';
import './styles/swarm-past.css';
import './styles/task-graph.css';
import './styles/grid.css';
import './styles/keys.css';
import './styles/deciding.css';
import './styles/messages-layout.css';
import './styles/messages.css';
import './styles/composer.css';
import './styles/queues.css';
import './styles/queues-forms.css';
import './styles/detail.css';
import './styles/graph.css';
import './styles/graph-lists.css';
import './styles/overview.css';
import './styles/locks.css';
import './styles/reading.css';
import './styles/timeline.css';
import './styles/memory.css';
import './styles/crtx.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageName } from '../src/host/dashboards/protocol.ts';
import { rememberFocus } from './focus.ts';

/** Each page is loaded only when it is shown. */
const PAGES: Readonly<Record<PageName, () => Promise<{ start(): ReactNode }>>> = {
  overview: () => import('./overview/page.tsx'),
  swarm: () => import('./swarm/page.tsx'),
  messages: () => import('./messages/page.tsx'),
  'work-queues': () => import('./work-queues/page.tsx'),
  graph: () => import('./graph/page.tsx'),
  locks: () => import('./locks/page.tsx'),
  timeline: () => import('./timeline/page.tsx'),
  memory: () => import('./memory/page.tsx'),
  crtx: () => import('./crtx/page.tsx'),
};

/** Shown when a page has failed. An empty page would look as if there were no data. */
function Stopped() {
  return (
    <main className="welcome">
      <h1>This page has stopped</h1>
      <p role="alert">Something went wrong. No data is lost: close this tab, and open it again.</p>
    </main>
  );
}

const isPage = (name: string): name is PageName => Object.hasOwn(PAGES, name);

const place = document.getElementById('root');
const name = place?.dataset.page ?? '';
if (place === null || !isPage(name)) throw new Error('dashboard: the page has no element with the id "root" and the name of a page');
rememberFocus();
const stop = (error: unknown): void => {
  reportError(error);
  root.render(<Stopped />);
};
const root = createRoot(place, { onUncaughtError: stop });
try {
  const { start } = await PAGES[name]();
  root.render(start());
} catch (error) {
  // A chunk of the page is missing, because another version was installed meanwhile.
  stop(error);
}
