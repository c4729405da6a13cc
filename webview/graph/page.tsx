import { useEffect, useSyncExternalStore } from 'react';
import type { GraphSnapshot, GraphState } from '../../src/host/dashboards/graph/protocol.ts';
import { focusList } from '../focus.ts';
import { counted } from '../format.ts';
import { Empty, ReadOnly, Welcome } from '../parts.tsx';
import { Problems } from '../problems.tsx';
import { startPage } from '../start-page.tsx';
import { clip, plain } from '../text.ts';
import { BlastLists } from './blast.tsx';
import { Detail } from './detail.tsx';
import { GraphCanvas } from './graph-canvas.tsx';
import { GraphContext, GraphStore, useGraph } from './graph-store.ts';
import { Head } from './head.tsx';
import { NodeList } from './node-list.tsx';
import type { SavedGraph } from './saved-graph.ts';

const MAX_TITLE_LENGTH = 120;

/** Describes the present place in a sentence. */
function saidOf({ scene, blast, looking }: GraphSnapshot, isAwaited: boolean): string {
  if (looking || isAwaited) return 'Looking …';
  const title = clip(plain(scene.title), MAX_TITLE_LENGTH);
  if (blast === null) return `${title}: ${counted(scene.nodes.length, 'node')}, ${counted(scene.edges.length, 'connection')}.`;
  const [files, tests] = [blast.files.length + blast.more.files, blast.tests.length + blast.more.tests];
  const broken = files === 0 ? 'no other files are known to break' : `${counted(files, 'file')} may break`;
  return `When ${title} changes, ${broken}; ${counted(tests, 'test')} to run.`;
}

const KEYS = 'Enter goes in · O opens the file · A shows neighbours · B shows the impact · Backspace goes up';

/** Describes the present place. Always in the DOM, so that screen readers announce changes. */
function Status({ snapshot, isAwaited }: { readonly snapshot: GraphSnapshot; readonly isAwaited: boolean }) {
  return (
    <div className="told graph-told">
      <p role="status">{saidOf(snapshot, isAwaited)}</p>
      <p className="keys">{KEYS}</p>
    </div>
  );
}

/** Handles Alt+Left and Alt+Right like a browser. The editor binds the same keys and must not handle them as well. */
function useWays(store: GraphStore): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key === 'ArrowLeft') store.back();
      else if (event.key === 'ArrowRight') store.forward();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store]);
}

/** When the focused element vanishes with the previous place, moves the focus to the list of the new place. */
function useKeptFocus({ scene, blast }: GraphSnapshot): void {
  const list = blast === null ? 'nodes' : 'affected';
  const where = JSON.stringify(scene.place);
  useEffect(() => {
    if (where !== '' && document.hasFocus() && document.activeElement === document.body) focusList(list);
  }, [where, list]);
}

interface DeskProps {
  readonly snapshot: GraphSnapshot;
  readonly view: SavedGraph;
}

function Desk({ snapshot, view }: DeskProps) {
  const store = useGraph();
  useWays(store);
  useKeptFocus(snapshot);
  const { blast, locks, problems, readOnly } = snapshot;
  return (
    <main className="dashboard graph">
      <div className="top">
        <Head {...{ snapshot, view }} />
        {readOnly === null ? null : <ReadOnly reason={readOnly} />}
        <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      </div>
      <GraphCanvas {...{ snapshot, view }} />
      <div className="beside">
        {blast === null ? (
          <NodeList snapshot={snapshot} filter={view.filter} sorting={view.sorting} cursor={view.cursors.nodes} />
        ) : (
          <BlastLists {...{ blast, view, locks }} />
        )}
        <Detail {...{ snapshot, view }} />
      </div>
      <Status snapshot={snapshot} isAwaited={store.isAwaited} />
    </main>
  );
}

function NoGraph({ building, readOnly, problems }: Extract<GraphState, { kind: 'no-graph' }>) {
  const store = useGraph();
  const isBroken = problems.some(({ severity }) => severity === 'error');
  const action = {
    label: building ? 'Building …' : 'Build Semantic Graph',
    icon: building ? 'loading' : 'type-hierarchy',
    refusal: readOnly ?? (building ? 'It is being built' : null),
    onPress: () => store.take({ kind: 'build' }),
  };
  const text = isBroken
    ? 'The semantic graph cannot be read. Rebuild it, or fix its file.'
    : 'There is no semantic graph yet. It shows the dependencies between the files of the project, from code and history, and the impact of a change.';
  return (
    <Welcome title="Graph">
      {readOnly === null ? null : <ReadOnly reason={readOnly} />}
      <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      <Empty text={text} action={action} />
    </Welcome>
  );
}

function NoProject({ folder, readOnly }: Extract<GraphState, { kind: 'no-project' }>) {
  const store = useGraph();
  const action = { label: 'Initialize', icon: 'new-folder', refusal: readOnly, onPress: () => store.take({ kind: 'init' }) };
  return (
    <Welcome title="Graph" folder={folder}>
      {readOnly === null ? null : <ReadOnly reason={readOnly} />}
      <Empty text="There is no .cortex folder here yet. The semantic graph is stored in it." action={action} />
    </Welcome>
  );
}

function GraphPage() {
  const store = useGraph();
  const { state, view } = useSyncExternalStore(store.subscribe, store.get);
  switch (state?.kind) {
    case undefined:
      return <main className="welcome" aria-busy="true" aria-label="Graph" />;
    case 'no-folder':
      return (
        <Welcome title="Graph">
          <Empty text="No folder is open. Open the folder of a project to see the dependencies between its files." />
        </Welcome>
      );
    case 'no-project':
      return <NoProject {...state} />;
    case 'reading':
      return (
        <Welcome title="Graph">
          <p role="status" className="tone-quiet">
            The graph is being read …
          </p>
        </Welcome>
      );
    case 'no-graph':
      return <NoGraph {...state} />;
    case 'graph':
      return <Desk snapshot={state.snapshot} view={view} />;
  }
}

export const start = () => startPage(GraphStore, GraphContext, GraphPage);
