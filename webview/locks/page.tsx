import { useEffect, useSyncExternalStore } from 'react';
import type { LocksSnapshot, LocksState } from '../../src/host/dashboards/locks/protocol.ts';
import { focusList } from '../focus.ts';
import { counted } from '../format.ts';
import { type KeyHint, Keys } from '../keys.tsx';
import { Empty, ReadOnly, Welcome } from '../parts.tsx';
import { Problems } from '../problems.tsx';
import { startPage } from '../start-page.tsx';
import { plain } from '../text.ts';
import { Detail } from './detail.tsx';
import { FilterBar } from './filter-bar.tsx';
import { List } from './list.tsx';
import { LocksContext, LocksStore, useLocks } from './locks-store.ts';
import type { SavedLocks } from './saved-locks.ts';

const KEYS: readonly KeyHint[] = [
  { keys: ['/'], what: 'Search all locks' },
  { keys: ['Enter'], what: 'Open the locked file' },
  { keys: ['Delete'], what: 'Break the lock' },
];

function Title({ total, unread, conflicts, projects }: LocksSnapshot) {
  return (
    <div className="title">
      <h1>Locks</h1>
      <p className="origin" title={plain(projects.join(', '))}>
        {unread === projects.length ? null : <span>{counted(total, 'lock')}</span>}
        {conflicts === 0 ? null : <span>{counted(conflicts, 'conflict')}</span>}
        {projects.length === 1 ? null : <span>{counted(projects.length, 'project')}</span>}
      </p>
    </div>
  );
}

function Desk({ snapshot, view }: { readonly snapshot: LocksSnapshot; readonly view: SavedLocks }) {
  const store = useLocks();
  const { detail, problems, readOnly: refusal, agents } = snapshot;
  const cursor = view.cursors.held;
  useEffect(() => {
    if (store.takeKeys()) focusList('held');
  });
  return (
    <main className={snapshot.projects.length > 1 ? 'dashboard held several' : 'dashboard held'}>
      <div className="top">
        <header className="page-head">
          <Title {...snapshot} />
          <FilterBar filter={view.filter} sorting={view.sorting} agents={agents} />
          <Keys title="Locks" keys={KEYS} />
        </header>
        {refusal === null ? null : <ReadOnly reason={refusal} />}
        <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      </div>
      <List snapshot={snapshot} cursor={cursor} />
      {snapshot.total === 0 ? null : <Detail detail={detail !== null && detail.lock.id === cursor?.id ? detail : null} refusal={refusal} />}
    </main>
  );
}

function NoProject({ readOnly, problems }: Extract<LocksState, { kind: 'no-project' }>) {
  const store = useLocks();
  const action = { label: 'Initialize', icon: 'new-folder', refusal: readOnly, onPress: () => store.take({ kind: 'init' }) };
  return (
    <Welcome title="Locks">
      {readOnly === null ? null : <ReadOnly reason={readOnly} />}
      <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      {problems.some(({ severity }) => severity === 'error') ? null : (
        <Empty text="There is no .cortex folder here yet. Agents lock files in it before they edit them." action={action} />
      )}
    </Welcome>
  );
}

function LocksPage() {
  const store = useLocks();
  const { state, view } = useSyncExternalStore(store.subscribe, store.get);
  if (state === null) return <main className="welcome" aria-busy="true" aria-label="Locks" />;
  if (state.kind === 'no-project') return <NoProject {...state} />;
  if (state.kind === 'locks') return <Desk snapshot={state.snapshot} view={view} />;
  return (
    <Welcome title="Locks">
      <Empty text="No folder is open. Open the folder in which your agents work to see their locks." />
    </Welcome>
  );
}

export const start = () => startPage(LocksStore, LocksContext, LocksPage);
