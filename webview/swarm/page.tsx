import { useSyncExternalStore } from 'react';
import type { DashboardState, SwarmSnapshot } from '../../src/host/dashboards/swarm/protocol.ts';
import { moment } from '../format.ts';
import { Empty, ReadOnly, Text, Welcome } from '../parts.tsx';
import { Problems } from '../problems.tsx';
import { startPage } from '../start-page.tsx';
import { Agents } from './agents.tsx';
import { Budget } from './budget.tsx';
import { BurnDown } from './burn-down.tsx';
import { Decisions } from './decisions.tsx';
import { Detail } from './detail.tsx';
import { countLeaves, Head } from './head.tsx';
import { History } from './history.tsx';
import { Locks } from './locks.tsx';
import type { SavedSwarm } from './saved-swarm.ts';
import { findPastMoment, SwarmContext, SwarmPageStore, useSwarm } from './swarm-store.ts';
import { Tasks } from './tasks.tsx';

interface NoSwarmProps {
  readonly project: string;
  readonly refusal: string | null;
  readonly isUnread: boolean;
  readonly isPast: boolean;
}

const NOTHING_YET = 'There is no swarm yet. A swarm is one task, split up for several agents that work at the same time.';

function NoSwarm({ project, refusal, isUnread, isPast }: NoSwarmProps) {
  const store = useSwarm();
  const action = { label: 'Create Swarm…', icon: 'add', refusal, onPress: () => store.take({ kind: 'create-swarm' }) };
  const known = isPast ? <Empty text="There was no swarm then." /> : <Empty text={NOTHING_YET} action={action} />;
  return (
    <header className="head-part">
      <div className="title">
        <h1>
          <Text value={project} />
        </h1>
      </div>
      {isUnread ? <Empty text="The swarm cannot be read. Nothing was changed." /> : known}
    </header>
  );
}

interface SwarmProps {
  readonly snapshot: SwarmSnapshot;
  readonly view: SavedSwarm;
}

/** Part of the page above the lists. */
function Top({ snapshot, view }: SwarmProps) {
  const store = useSwarm();
  const { project, swarm, isUnread, readOnly: refusal, problems, budget, burnDown, history } = snapshot;
  const past = findPastMoment(snapshot);
  const isPast = past !== null;
  const then = past === null || history?.kind !== 'known' ? null : moment(past.at, history.now);
  return (
    <div className="top">
      {swarm === null ? (
        <NoSwarm {...{ project, refusal, isUnread, isPast }} />
      ) : (
        <Head {...{ project, swarm, refusal, view, past: then }} />
      )}
      {swarm === null ? null : <Budget rows={budget} />}
      {swarm === null || view.burnDown === null ? null : <BurnDown state={burnDown} shown={view.burnDown} />}
      {view.history === null ? null : <History state={history} at={view.history.at} />}
      {refusal === null || isPast ? null : <ReadOnly reason={refusal} />}
      <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
    </div>
  );
}

function Swarm({ snapshot, view }: SwarmProps) {
  const { swarm, isUnread, readOnly: refusal, decisions, tasks, taskGraph, agents, activity, detail, locks } = snapshot;
  const { cursors } = view;
  const kind = swarm === null ? 'no-swarm' : decisions.total > 0 ? 'deciding' : '';
  const hasPast = view.burnDown !== null || view.history !== null || view.graph !== null;
  return (
    <main className={`dashboard swarm ${kind} ${hasPast ? 'with-past' : ''} ${detail === null ? '' : 'with-detail'}`}>
      <Top snapshot={snapshot} view={view} />
      {swarm === null ? null : (
        <>
          {decisions.total === 0 ? null : <Decisions page={decisions} cursor={cursors.decisions} refusal={refusal} />}
          <Agents
            {...{ page: agents, cursor: cursors.agents, refusal, activity, shown: view.activity, order: view.agentsBy }}
            past={view.history?.at ?? null}
          />
          <Tasks {...{ total: countLeaves(swarm), page: tasks, cursor: cursors.tasks, refusal, graph: taskGraph, shown: view.graph }} />
        </>
      )}
      {detail === null ? null : <Detail detail={detail} refusal={refusal} />}
      <Locks page={locks} cursor={cursors.locks} refusal={refusal} isUnread={isUnread} />
    </main>
  );
}

function NoProject({ folder, readOnly, problems }: Extract<DashboardState, { kind: 'no-project' }>) {
  const store = useSwarm();
  const action = { label: 'Initialize', icon: 'new-folder', refusal: readOnly, onPress: () => store.take({ kind: 'init' }) };
  return (
    <Welcome title="Swarm" folder={folder}>
      {readOnly === null ? null : <ReadOnly reason={readOnly} />}
      <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      {problems.some(({ severity }) => severity === 'error') ? null : (
        <Empty
          text="There is no .cortex folder here yet. Through its files agents share tasks, locks and what they have learned."
          action={action}
        />
      )}
    </Welcome>
  );
}

function SwarmPage() {
  const store = useSwarm();
  const { state, view } = useSyncExternalStore(store.subscribe, store.get);
  if (state === null) return <main className="welcome" aria-busy="true" aria-label="Swarm" />;
  if (state.kind === 'no-project') return <NoProject {...state} />;
  if (state.kind === 'swarm') return <Swarm snapshot={state.snapshot} view={view} />;
  return (
    <Welcome title="Swarm">
      <Empty text="No folder is open. Open the folder in which your agents work to see their swarm." />
    </Welcome>
  );
}

export const start = () => startPage(SwarmPageStore, SwarmContext, SwarmPage);
