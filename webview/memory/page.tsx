import { useEffect, useSyncExternalStore } from 'react';
import type { MemorySnapshot, MemoryState } from '../../src/host/dashboards/memory/protocol.ts';
import { focusList } from '../focus.ts';
import { counted } from '../format.ts';
import { type KeyHint, Keys } from '../keys.tsx';
import { Button, Empty, ReadOnly, Text, Welcome } from '../parts.tsx';
import { Problems } from '../problems.tsx';
import { startPage } from '../start-page.tsx';
import { Detail } from './detail.tsx';
import { FilterBar } from './filter-bar.tsx';
import { List } from './list.tsx';
import { MemoryContext, MemoryStore, useMemory } from './memory-store.ts';
import type { SavedMemory } from './saved-memory.ts';

const KEYS: readonly KeyHint[] = [
  { keys: ['/'], what: 'Search all notes' },
  { keys: ['Enter'], what: 'Open the note' },
];

function Title({ all, root, readOnly: refusal }: MemorySnapshot) {
  const store = useMemory();
  return (
    <div className="title">
      <h1>Memory</h1>
      <p className="origin">
        <span>{counted(all, 'note')}</span>
        <span>
          <Text value={root} dir="ltr" />
        </span>
      </p>
      <div className="steps">
        <Button label="New Note…" icon="new-file" refusal={refusal} onPress={() => store.take({ kind: 'new' })} />
        <Button label="Create Context Pack…" icon="package" onPress={() => store.take({ kind: 'pack' })} />
        <Button label="Report" icon="checklist" onPress={() => store.take({ kind: 'report' })} />
      </div>
    </div>
  );
}

function Desk({ snapshot, view }: { readonly snapshot: MemorySnapshot; readonly view: SavedMemory }) {
  const store = useMemory();
  const { detail, problems, readOnly: refusal, notes } = snapshot;
  useEffect(() => {
    if (store.takeKeys()) focusList('notes');
  });
  const isScored = notes.rows.some(({ score }) => score !== null);
  return (
    <main className={isScored ? 'dashboard reader scored' : 'dashboard reader'}>
      <div className="top">
        <header className="page-head">
          <Title {...snapshot} />
          <FilterBar filter={view.choices} {...snapshot} />
          <Keys title="Memory" keys={KEYS} />
        </header>
        <p className="sr-only" role="status">
          {counted(notes.total, 'note')} shown
        </p>
        {refusal === null ? null : <ReadOnly reason={refusal} />}
        <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      </div>
      <List snapshot={snapshot} view={view} isScored={isScored} onOpen={({ path }) => store.take({ kind: 'open', note: path })} />
      {detail === null && notes.total === 0 ? null : (
        <Detail detail={detail?.row.path === view.reading ? detail : null} refusal={refusal} />
      )}
    </main>
  );
}

/** Shown when there is no vault, or it cannot be opened. */
function NoVault({ state }: { readonly state: Extract<MemoryState, { kind: 'none' | 'broken' }> }) {
  const store = useMemory();
  const refusal = state.kind === 'none' ? state.readOnly : null;
  const create = { label: 'Create Memory Vault', icon: 'new-folder', refusal, onPress: () => store.take({ kind: 'create' }) };
  return (
    <Welcome title="Memory">
      {refusal === null ? null : <ReadOnly reason={refusal} />}
      {state.kind === 'broken' ? (
        <Problems rows={state.problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      ) : (
        <Empty
          text="There is no memory vault here yet. A vault is a folder of notes that agents and people write and search."
          action={create}
        />
      )}
      <div className="steps">
        <Button
          label="Choose Memory Vault…"
          icon="folder-opened"
          about="Sets one for all folders on this machine, in the setting cortex.vault.path"
          onPress={() => store.take({ kind: 'choose' })}
        />
      </div>
    </Welcome>
  );
}

function MemoryPage() {
  const store = useMemory();
  const { state, view } = useSyncExternalStore(store.subscribe, store.get);
  if (state === null) return <main className="welcome" aria-busy="true" aria-label="Memory" />;
  if (state.kind === 'memory') return <Desk snapshot={state.snapshot} view={view} />;
  if (state.kind !== 'no-folder') return <NoVault state={state} />;
  return (
    <Welcome title="Memory">
      <Empty text="No folder is open. Open the folder in which your agents work to see their notes." />
    </Welcome>
  );
}

export const start = () => startPage(MemoryStore, MemoryContext, MemoryPage);
