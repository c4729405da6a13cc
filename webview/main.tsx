import '@vscode/codicons/dist/codicon.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/top.css';
import './styles/grid.css';
import './styles/deciding.css';
import { createRoot } from 'react-dom/client';
import { connect } from './bridge.ts';
import { Dashboard } from './dashboard.tsx';
import { DashboardStore } from './store.ts';
import { StoreContext } from './store-context.ts';

const { host, saved, save } = connect({ show: (state) => store.show(state) });
const store = new DashboardStore({
  host,
  saved,
  save,
  nextFrame: (callback) => requestAnimationFrame(callback),
  monotonic: () => performance.now(),
});

const place = document.getElementById('root');
if (place === null) throw new Error('dashboard: the page has no element with the id "root"');
createRoot(place).render(
  <StoreContext value={store}>
    <Dashboard />
  </StoreContext>,
);
