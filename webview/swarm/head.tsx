import type { SwarmPhase, SwarmSummary } from '../../src/host/dashboards/swarm/protocol.ts';
import { ago, count, formatMinute } from '../format.ts';
import { type KeyHint, Keys } from '../keys.tsx';
import { Button, Icon, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import type { SavedSwarm } from './saved-swarm.ts';
import { StateIcon, TASK_STATES } from './states.tsx';
import { useSwarm } from './swarm-store.ts';

/** Progress bar with one segment per state. The list below has the same numbers as text. */
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
      <span>
        <Text value={project} />
      </span>
      <span>{swarm.strategy}</span>
      <span className="policy">
        <Text value={swarm.policy} />
      </span>
      {swarm.coordinator.trim() === '' ? null : (
        <span>
          coordinated by <Text value={swarm.coordinator} />
        </span>
      )}
      <span>created {started}</span>
    </p>
  );
}

interface HeadProps {
  readonly project: string;
  readonly swarm: SwarmSummary;
  readonly refusal: string | null;
  readonly view: SavedSwarm;
  /** Past moment that is shown, without actions; `null` for now. */
  readonly past: string | null;
}

/** Returns the number of tasks without subtasks. */
export function countLeaves({ counts }: SwarmSummary): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0);
}

const KEYS: readonly KeyHint[] = [
  { keys: ['Enter'], what: 'Show the task, or open the locked file' },
  { keys: ['ArrowLeft', 'ArrowRight'], what: 'Expand or collapse a task' },
  { keys: ['Y', 'N'], what: 'Answer a decision with yes or no' },
  { keys: ['Home', 'End'], what: 'History slider: first change, or now' },
  { keys: ['Delete'], what: 'Retire the agent, or break the lock' },
];

/** Buttons to steer the swarm, or to create the next one when it has ended. */
function Steering({ phase, refusal }: { readonly phase: SwarmPhase; readonly refusal: string | null }) {
  const store = useSwarm();
  const step = (kind: 'pause' | 'resume' | 'abort' | 'create-swarm') => () => store.take({ kind });
  if (phase === 'ended' || phase === 'aborted') {
    return <Button label="Create Swarm…" icon="add" refusal={refusal} onPress={step('create-swarm')} />;
  }
  return (
    <>
      {phase === 'paused' ? (
        <Button label="Resume" icon="debug-continue" refusal={refusal} onPress={step('resume')} />
      ) : (
        <Button label="Pause…" icon="debug-pause" refusal={refusal} onPress={step('pause')} />
      )}
      <Button label="Abort…" icon="debug-stop" refusal={refusal} onPress={step('abort')} />
    </>
  );
}

/** Toggles of the burn-down and the history. */
function Past({ burnDown, history }: SavedSwarm) {
  const store = useSwarm();
  return (
    <>
      <Button
        label="Burn-Down"
        icon="graph-line"
        about="The remaining budget, and when it will be used up"
        pressed={burnDown !== null}
        onPress={() => store.showBurnDown(burnDown === null ? 'charts' : null)}
      />
      <Button
        label="History"
        icon="history"
        about="The swarm at an earlier time"
        pressed={history !== null}
        onPress={() => store.showHistory(history === null)}
      />
    </>
  );
}

/** Text beside the name of a swarm, replacing the state of its tasks. */
const PHASES: Readonly<Partial<Record<SwarmPhase, string>>> = { paused: 'paused', deciding: 'awaiting merge', aborted: 'aborted' };

function Pause({ by, reason, at }: NonNullable<SwarmSummary['pause']>) {
  const since = useClock((now) => ago(now - at));
  return (
    <p className="paused" role="note">
      <Icon name="info" tone="warning" />
      <span className="said">
        <span>
          Paused by <Text value={by} /> {since}
        </span>
        {reason === '' ? null : (
          <span>
            <Text value={reason} />
          </span>
        )}
        <span className="what">no tasks are assigned; tasks in progress continue</span>
      </span>
    </p>
  );
}

/** Whether the budget lasts until the tasks are done. */
function Outlook({ before, at, after, isEarly }: NonNullable<SwarmSummary['outlook']>) {
  const time = useClock((now) => (at === null ? '' : formatMinute(at, now)));
  return (
    <p className="outlook" title="At the rate of the whole running time. Burn-Down shows the ranges.">
      {isEarly ? <Icon name="warning" tone="warning" /> : <Icon name="check" />}
      <span>{`${before}${time}${after}`}</span>
    </p>
  );
}

export function Head({ project, swarm, refusal, view, past }: HeadProps) {
  const { status, phase, pause, task, percent, counts, outlook } = swarm;
  return (
    <header className="head-part">
      <div className="title">
        {phase === 'paused' ? <Icon name="debug-pause" tone="warning" /> : <StateIcon status={status} />}
        <h1>
          <Text value={task} className="message" />
        </h1>
        <span className="state">
          {PHASES[phase] ?? status}
          {past === null ? null : ` at ${past}`}
        </span>
        <div className="steps">
          {past !== null ? null : <Steering phase={phase} refusal={refusal} />}
          <Past {...view} />
        </div>
        <Keys title="the Swarm dashboard" keys={KEYS} />
      </div>
      <Origin swarm={swarm} project={project} />
      <div className="progress-line">
        <ProgressBar percent={percent} counts={counts} />
        <span className="percent">{percent} %</span>
      </div>
      <div className="counts-line">
        <Counts counts={counts} />
        {outlook === null ? null : <Outlook {...outlook} />}
      </div>
      {pause === null ? null : <Pause {...pause} />}
    </header>
  );
}
