import type { AgentDetail, DetailLink, DetailLinks, SwarmDetail, TaskDetail } from '../../src/host/dashboards/swarm/detail-protocol.ts';
import { ago, count, money, tokens } from '../format.ts';
import { Button, Icon, Section, Text } from '../parts.tsx';
import { Fact, More, Prose } from '../reading.tsx';
import { useClock } from '../store-context.ts';
import { visible } from '../text.ts';
import { useSwarm } from './swarm-store.ts';

const ICONS: Readonly<Record<DetailLink['kind'], string>> = {
  task: 'tasklist',
  agent: 'hubot',
  lock: 'lock',
  swarm: 'type-hierarchy-sub',
  decision: 'question',
};
const LISTS = { task: 'tasks', agent: 'agents', lock: 'locks' } as const;

/** Something that the details name. Its name selects its row, if it has one. */
function Link({ kind, name, says, row }: DetailLink) {
  const store = useSwarm();
  const list = kind === 'swarm' || kind === 'decision' ? null : LISTS[kind];
  return (
    <span className="detail-link">
      <Icon name={ICONS[kind]} />
      {list === null || row === null ? (
        <Text value={name} />
      ) : (
        <button type="button" className="link" title={`Select ${kind} ${visible(name)}`} onClick={() => store.reveal(list, row)}>
          {visible(name)}
        </button>
      )}
      {says === '' ? null : <Text value={says} className="tone-quiet message" />}
    </span>
  );
}

const keyOf = ({ kind, name }: DetailLink): string => `${kind} ${name}`;

function Links({ title, links: { first, total } }: { readonly title: string; readonly links: DetailLinks }) {
  if (total === 0) return null;
  return (
    <div>
      <h3>
        {title} <span className="badge">{count(total)}</span>
      </h3>
      <ul className="detail-links">
        {first.map((link) => (
          <li key={keyOf(link)}>
            <Link {...link} />
          </li>
        ))}
      </ul>
      <More first={first} total={total} />
    </div>
  );
}

/** The path from a task to what blocks it, and the action that removes the cause. */
function Waits({ waits, next, refusal }: Pick<TaskDetail, 'waits' | 'next'> & { readonly refusal: string | null }) {
  const cause = waits.at(-1);
  if (cause === undefined && next === null) return null;
  return (
    <div className="detail-waits">
      {cause === undefined ? null : (
        <>
          <h3>Waits for</h3>
          <ol>
            {waits.map((link) => (
              <li key={keyOf(link)}>
                <Link {...link} />
              </li>
            ))}
          </ol>
        </>
      )}
      {cause === undefined ? null : <Remedy waits={waits} refusal={refusal} />}
      {next === null ? null : (
        <p className="detail-next">
          <span className="tone-quiet">As a command:</span> <code>{visible(next)}</code>
        </p>
      )}
    </div>
  );
}

/** Actions on the cause: the lock that is waited for, and the agent that is silent. */
function Remedy({ waits, refusal }: Pick<TaskDetail, 'waits'> & { readonly refusal: string | null }) {
  const store = useSwarm();
  const cause = waits.at(-1);
  const path = waits.findLast(({ kind }) => kind === 'lock')?.path ?? null;
  return (
    <div className="steps">
      {path === null ? null : (
        <Button label="Break Lock…" icon="unlock" refusal={refusal} onPress={() => store.take({ kind: 'break-lock', path })} />
      )}
      {cause?.kind === 'agent' && cause.says.startsWith('unresponsive') ? (
        <Button label="Retire…" icon="sign-out" refusal={refusal} onPress={() => store.take({ kind: 'retire', agent: cause.name })} />
      ) : null}
      {cause?.kind === 'task' && /^(failed|skipped)/.test(cause.says) ? (
        <Button label="Retry" icon="debug-restart" refusal={refusal} onPress={() => store.take({ kind: 'retry', task: cause.name })} />
      ) : null}
    </div>
  );
}

function TaskFacts({ task, refusal }: { readonly task: TaskDetail; readonly refusal: string | null }) {
  const { status, agent, waits, next, parts, dependencies, dependents, locks, estimatedTokens, actualTokens, output } = task;
  const estimate = estimatedTokens === 0 ? '' : ` of about ${tokens(estimatedTokens)}`;
  return (
    <>
      <dl className="facts">
        <Fact title="Task">
          <Text value={task.id} />
        </Fact>
        <Fact title="State">{status}</Fact>
        {agent === null ? null : (
          <Fact title="Agent">
            <Link {...agent} />
          </Fact>
        )}
        <Fact title="Tokens">{`${actualTokens === null ? 'none reported' : tokens(actualTokens)}${estimate}`}</Fact>
      </dl>
      <Waits waits={waits} next={next} refusal={refusal} />
      <Links title="Depends on" links={dependencies} />
      <Links title="Needed by" links={dependents} />
      <Links title="Parts" links={parts} />
      <Links title="Locks" links={locks} />
      <Prose title={status === 'failed' ? 'Why it failed' : 'Output'} text={output} />
    </>
  );
}

function AgentFacts({ agent }: { readonly agent: AgentDetail }) {
  const { role, state, awaits, tasks, locks, costUsd, lastActivity } = agent;
  const seen = useClock((now) => (lastActivity === null ? 'unknown' : ago(now - lastActivity)));
  return (
    <>
      <dl className="facts">
        <Fact title="Role">
          <Text value={role} className="message" />
        </Fact>
        <Fact title="State">
          <Text value={state} className="message" />
        </Fact>
        {awaits === null ? null : (
          <Fact title="Waits for">
            <Link {...awaits} />
          </Fact>
        )}
        <Fact title="Heartbeat">{seen}</Fact>
        <Fact title="Cost">{`${money(costUsd)}, ${tokens(agent.tokens)} tokens`}</Fact>
      </dl>
      <Links title="Tasks" links={tasks} />
      <Links title="Locks" links={locks} />
    </>
  );
}

/** Details of the selected task or agent. */
export function Detail({ detail, refusal }: { readonly detail: SwarmDetail; readonly refusal: string | null }) {
  const store = useSwarm();
  const steps = <Button label="Close" icon="close" about="Close the details" onPress={() => store.hideDetail()} />;
  const title = detail.kind === 'task' ? 'Task' : 'Agent';
  return (
    <Section name="selected" title={title} total={null} steps={steps}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: overflowing content is scrollable, also by keyboard */}
      <section className="swarm-detail" aria-label={`Selected ${detail.kind}`} tabIndex={0}>
        <p className="detail-name" dir="auto">
          {visible(detail.kind === 'task' ? detail.description : detail.id)}
        </p>
        {detail.kind === 'task' ? <TaskFacts task={detail} refusal={refusal} /> : <AgentFacts agent={detail} />}
      </section>
    </Section>
  );
}
