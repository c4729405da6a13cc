import type { SwarmSummary } from '../src/contract/dashboard.ts';
import { ago, count } from './format.ts';
import { Button, Text } from './parts.tsx';
import { StateIcon, TASK_STATES } from './states.tsx';
import { useClock, useStore } from './store-context.ts';

/** One piece per state, as long as its share of the tasks. What it shows is said in words below it. */
function ProgressBar({ percent, counts }: Pick<SwarmSummary, 'percent' | 'counts'>) {
  return (
    <div className="progress" role="progressbar" aria-label="Progress" aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      {TASK_STATES.map((state) => (
        <span key={state} className={`piece ${state}`} style={{ flexGrow: counts[state] }} />
      ))}
    </div>
  );
}

function Counts({ counts }: Pick<SwarmSummary, 'counts'>) {
  return (
    <ul className="counts" aria-label="Tasks by state">
      {TASK_STATES.map((state) => (
        <li key={state} className={counts[state] === 0 ? 'none' : undefined}>
          <StateIcon status={state} /> {count(counts[state])} {state}
        </li>
      ))}
    </ul>
  );
}

function Origin({ swarm, project }: { readonly swarm: SwarmSummary; readonly project: string }) {
  const started = useClock((now) => ago(now - swarm.created));
  return (
    <p className="origin">
      <Text value={project} />
      <span>{swarm.strategy}</span>
      <span>
        coordinated by <Text value={swarm.coordinator} />
      </span>
      <span>created {started}</span>
    </p>
  );
}

interface HeadProps {
  readonly project: string;
  readonly swarm: SwarmSummary;
  readonly refusal: string | null;
}

/** What is worked on: a task that is divided is its parts. */
export function leavesOf({ counts }: SwarmSummary): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0);
}

const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'skipped']);

export function Head({ project, swarm, refusal }: HeadProps) {
  const store = useStore();
  const { status, task, percent, counts } = swarm;
  return (
    <header className="head-part">
      <div className="title">
        <StateIcon status={status} />
        <h1>
          <Text value={task} className="message" />
        </h1>
        <span className="state">{status}</span>
        {ENDED.has(status) ? (
          <Button label="Create Swarm…" icon="add" refusal={refusal} onPress={() => store.take({ kind: 'create-swarm' })} />
        ) : null}
      </div>
      <Origin swarm={swarm} project={project} />
      <div className="progress-line">
        <ProgressBar percent={percent} counts={counts} />
        <span className="percent">{percent} %</span>
      </div>
      <Counts counts={counts} />
    </header>
  );
}
