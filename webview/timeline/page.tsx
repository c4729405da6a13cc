import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { TimelineSnapshot, TimelineState } from '../../src/host/dashboards/timeline/protocol.ts';
import { focusList } from '../focus.ts';
import { type KeyHint, Keys } from '../keys.tsx';
import { Button, Empty, ProjectName, ReadOnly, Welcome } from '../parts.tsx';
import { Problems } from '../problems.tsx';
import { startPage } from '../start-page.tsx';
import { Detail } from './detail.tsx';
import { FilterBar } from './filter-bar.tsx';
import { List } from './list.tsx';
import type { SavedTimeline } from './saved-timeline.ts';
import { TimelineContext, TimelineStore, useTimeline } from './timeline-store.ts';

const KEYS: readonly KeyHint[] = [
  { keys: ['/'], what: 'Search all entries' },
  { keys: ['Enter'], what: 'Read the entry' },
];

function Desk({ snapshot, view }: { readonly snapshot: TimelineSnapshot; readonly view: SavedTimeline }) {
  const store = useTimeline();
  const read = useRef<HTMLElement>(null);
  const { project, detail, problems, readOnly: refusal, agents } = snapshot;
  useEffect(() => {
    if (store.takeKeys()) focusList('entries');
  });
  return (
    <main className="dashboard reader">
      <div className="top">
        <header className="page-head">
          <div className="title">
            <h1>Timeline</h1>
            <ProjectName project={project} />
            <div className="steps">
              {project.others === 0 ? null : (
                <Button label="Choose Project…" icon="folder" onPress={() => store.take({ kind: 'choose-project' })} />
              )}
              <Button label="Add Entry…" icon="add" refusal={refusal} onPress={() => store.take({ kind: 'add' })} />
            </div>
          </div>
          <FilterBar choices={view.choices} agents={agents} />
          <Keys title="Timeline" keys={KEYS} />
        </header>
        {refusal === null ? null : <ReadOnly reason={refusal} />}
        <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      </div>
      <List snapshot={snapshot} view={view} onRead={() => read.current?.focus()} />
      {detail === null && snapshot.entries.total === 0 ? null : (
        <Detail detail={detail?.row.id === view.reading ? detail : null} refusal={refusal} place={read} />
      )}
    </main>
  );
}

function NoProject({ readOnly, problems }: Extract<TimelineState, { kind: 'no-project' }>) {
  const store = useTimeline();
  const action = { label: 'Initialize', icon: 'new-folder', refusal: readOnly, onPress: () => store.take({ kind: 'init' }) };
  return (
    <Welcome title="Timeline">
      {readOnly === null ? null : <ReadOnly reason={readOnly} />}
      <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      {problems.some(({ severity }) => severity === 'error') ? null : (
        <Empty text="There is no .cortex folder here yet. In its files agents record what they do, and why." action={action} />
      )}
    </Welcome>
  );
}

function TimelinePage() {
  const store = useTimeline();
  const { state, view } = useSyncExternalStore(store.subscribe, store.get);
  if (state === null) return <main className="welcome" aria-busy="true" aria-label="Timeline" />;
  if (state.kind === 'no-project') return <NoProject {...state} />;
  if (state.kind === 'timeline') return <Desk snapshot={state.snapshot} view={view} />;
  return (
    <Welcome title="Timeline">
      <Empty text="No folder is open. Open the folder in which your agents work to see what they record." />
    </Welcome>
  );
}

export const start = () => startPage(TimelineStore, TimelineContext, TimelinePage);
