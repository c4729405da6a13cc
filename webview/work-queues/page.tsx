import { useState, useSyncExternalStore } from 'react';
import type { QueueRequest, QueuesSnapshot, QueuesState } from '../../src/host/dashboards/work-queues/protocol.ts';
import { count, counted } from '../format.ts';
import { type KeyHint, Keys } from '../keys.tsx';
import { Empty, Icon, ReadOnly, Text, Welcome } from '../parts.tsx';
import { Problems } from '../problems.tsx';
import { startPage } from '../start-page.tsx';
import { plain } from '../text.ts';
import { Board } from './board.tsx';
import { FilterBar } from './filter-bar.tsx';
import { QueuesContext, QueuesStore, useQueues } from './queues-store.ts';
import { isEverything, NO_FILTER, type SavedQueues } from './saved-queues.ts';

const KEYS: readonly KeyHint[] = [
  { keys: ['/'], what: 'Search all tasks' },
  { keys: ['ArrowLeft', 'ArrowRight'], what: 'Go to the next column' },
  { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], what: 'Move the task to the next column' },
  { keys: ['Enter'], what: 'Open the file of the task' },
  { keys: ['M'], what: 'Show the actions of the task' },
  { keys: ['C', 'D', 'R'], what: 'Claim it, finish it, reopen it' },
  { keys: ['A', 'B', 'P', 'E'], what: 'Reassign, block, approve, edit it' },
  { keys: ['N'], what: 'Dispatch a new task' },
  { keys: ['Control+Enter'], what: 'Submit the form' },
];

function Title({ tasks, blocked, projectCount, directory }: QueuesSnapshot) {
  return (
    <div className="title">
      <h1>Work Queues</h1>
      <p className="origin" title={plain(directory)}>
        <span>{counted(tasks, 'task')}</span>
        <span>{counted(projectCount, 'project')}</span>
        {blocked === 0 ? null : <span>{count(blocked)} blocked</span>}
      </p>
    </div>
  );
}

const OUTCOMES: Readonly<Record<QueueRequest['outcome'], readonly [icon: string, tone: string]>> = {
  doing: ['loading', 'quiet'],
  done: ['pass', 'good'],
  refused: ['error', 'bad'],
};

const HINT = 'Arrow keys choose · Enter opens the file · M shows the actions · Shift+Arrow moves · N dispatches · ? shows all keys';

interface StatusProps {
  readonly doing: QueueRequest | null;
  /** Reason why an action was not even tried; `null` otherwise. */
  readonly said: string | null;
}

/** Result of the last action. Always in the DOM, so that screen readers announce changes. */
function Status({ doing, said }: StatusProps) {
  const [icon, tone] = said === null ? OUTCOMES[doing?.outcome ?? 'doing'] : ['info', 'quiet'];
  const text = said ?? (doing === null ? '' : doing.message === '' ? 'Doing it …' : plain(doing.message));
  return (
    <div className="told">
      <div className={text === '' ? 'outcome nothing' : 'outcome'} role="status">
        {text === '' ? null : (
          <>
            <Icon name={icon} tone={tone} />
            <Text value={text} className="message" />
          </>
        )}
      </div>
      {text === '' ? <p className="keys">{HINT}</p> : null}
    </div>
  );
}

/** Text above the board when it has no cards. */
function Nothing({ snapshot, view }: DeskProps) {
  const store = useQueues();
  const { projects, tasks, lists, readOnly: refusal } = snapshot;
  const shown = lists.ready.total + lists.working.total + lists.done.total + lists.other.total;
  if (projects.length === 0) {
    const action = { label: 'Register an Agent…', icon: 'person-add', refusal, onPress: () => store.take({ kind: 'register' }) };
    return (
      <Empty
        text="The team has no project yet. Registering an agent makes the notes of its projects, with a work queue in each."
        action={action}
      />
    );
  }
  if (tasks === 0) {
    const action = { label: 'Dispatch a Task…', icon: 'add', refusal, onPress: () => store.begin('dispatch', null) };
    return (
      <Empty
        text="The work queues are empty. A dispatched task waits in the work queue of its project until an agent claims it."
        action={action}
      />
    );
  }
  if (shown > 0 || isEverything(view.filter)) return null;
  return <Empty text="No tasks match." action={{ label: 'Show All', icon: 'clear-all', onPress: () => store.filter(NO_FILTER) }} />;
}

interface DeskProps {
  readonly snapshot: QueuesSnapshot;
  readonly view: SavedQueues;
}

function Desk({ snapshot, view }: DeskProps) {
  const store = useQueues();
  const { problems, readOnly: refusal, projects, agents } = snapshot;
  const ours = snapshot.doing !== null && store.isOurs(snapshot.doing) ? snapshot.doing : null;
  const [said, setSaid] = useState<{ readonly text: string; readonly doing: string | null } | null>(null);
  const isLast = said !== null && said.doing === (ours?.request ?? null);
  return (
    <main className="dashboard queues">
      <div className="top">
        <header className="page-head">
          <Title {...snapshot} />
          <FilterBar filter={view.filter} projects={projects} agents={agents} />
          <Keys title="Work Queues" keys={KEYS} />
        </header>
        {refusal === null ? null : <ReadOnly reason={refusal} />}
        <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
        <Nothing snapshot={snapshot} view={view} />
      </div>
      <Board snapshot={snapshot} view={view} onSay={(text) => setSaid({ text, doing: ours?.request ?? null })} />
      <Status doing={ours} said={isLast ? said.text : null} />
    </main>
  );
}

function NoTeam({ directory, readOnly, problems }: Extract<QueuesState, { kind: 'no-team' }>) {
  const store = useQueues();
  const action = { label: 'Set Up Team Directory', icon: 'organization', refusal: readOnly, onPress: () => store.take({ kind: 'set-up' }) };
  return (
    <Welcome title="Work Queues">
      {readOnly === null ? null : <ReadOnly reason={readOnly} />}
      <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      {directory === null ? null : (
        <>
          <Empty
            text="There is no team directory here yet. Its notes describe the agents, and the projects with their tasks."
            action={action}
          />
          <Text value={directory} dir="ltr" className="tone-quiet" />
        </>
      )}
    </Welcome>
  );
}

function QueuesPage() {
  const store = useQueues();
  const { state, view } = useSyncExternalStore(store.subscribe, store.get);
  if (state === null) return <main className="welcome" aria-busy="true" aria-label="Work Queues" />;
  return state.kind === 'no-team' ? <NoTeam {...state} /> : <Desk snapshot={state.snapshot} view={view} />;
}

export const start = () => startPage(QueuesStore, QueuesContext, QueuesPage);
