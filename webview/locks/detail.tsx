import type { HeldLockRow, LockDetail, LockWaitRow } from '../../src/host/dashboards/locks/protocol.ts';
import { ago, count, moment, timeLeft } from '../format.ts';
import { Button, Text } from '../parts.tsx';
import { Fact } from '../reading.tsx';
import { useClock } from '../store-context.ts';
import { visible } from '../text.ts';
import { TroubleText, useTrouble } from './holder.tsx';
import { useLocks } from './locks-store.ts';

const TROUBLES = { left: 'has left the swarm', unresponsive: 'is unresponsive' } as const;

function Holder({ lock }: { readonly lock: HeldLockRow }) {
  const trouble = useTrouble(lock);
  return (
    <>
      <Text value={lock.agentId} />
      {trouble === '' ? null : <TroubleText trouble={trouble} text={TROUBLES[trouble]} />}
    </>
  );
}

function Times({ acquiredAt, expiresAt }: HeldLockRow) {
  const since = useClock((now) => `${moment(acquiredAt, now)}, ${ago(now - acquiredAt)}`);
  const until = useClock((now) => `${moment(expiresAt, now)}, ${now < expiresAt ? 'in ' : ''}${timeLeft(expiresAt - now)}`);
  return (
    <>
      <Fact title="Since">{since}</Fact>
      <Fact title="Expires">{until}</Fact>
    </>
  );
}

interface WaitingProps extends LockWaitRow {
  /** Id of the lock. */
  readonly lock: string;
  readonly refusal: string | null;
}

function Waiting({ lock, refusal, agentId, path, type, since, until, reason }: WaitingProps) {
  const store = useLocks();
  const from = useClock((now) => `since ${moment(since, now)}`);
  const left = useClock((now) => (now < until ? `times out in ${timeLeft(until - now)}` : 'has timed out'));
  return (
    <li>
      <span className="line">
        <Text value={agentId} className="main" />
        <span className="tone-quiet">{type}</span>
        <Button
          label="End Wait…"
          about={`End Wait…: ${visible(agentId)}`}
          icon="circle-slash"
          refusal={refusal}
          onPress={() => store.take({ kind: 'end-wait', lock, agent: agentId, path })}
        />
      </span>
      <span className="waits-for tone-quiet">
        <span>{from}</span>
        <span>{left}</span>
      </span>
      {reason === '' ? null : <Text value={reason} className="message" />}
    </li>
  );
}

function Queue({ queue: { first, total }, lock, refusal }: Pick<LockDetail, 'queue'> & Pick<WaitingProps, 'lock' | 'refusal'>) {
  const more = total - first.length;
  return (
    <div>
      <h3>
        Waiting <span className="badge">{count(total)}</span>
      </h3>
      {total === 0 ? (
        <p className="tone-quiet">No agents are waiting.</p>
      ) : (
        <ol className="waiting-list">
          {first.map((wait, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: waits have no id and are identified by their position
            <Waiting key={place} {...wait} lock={lock} refusal={refusal} />
          ))}
        </ol>
      )}
      {more > 0 ? <p className="tone-quiet">and {count(more)} more</p> : null}
    </div>
  );
}

/** Details of the selected lock. */
export function Detail({ detail, refusal }: { readonly detail: LockDetail | null; readonly refusal: string | null }) {
  if (detail === null) return <p className="no-lock tone-quiet">Choose a lock to see its reason and the waiting agents.</p>;
  const { lock, reason, fence, task, queue } = detail;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: overflowing content is scrollable, also by keyboard
    <section className="lock-detail" aria-label="Selected lock" tabIndex={0}>
      <h2>
        <Text value={lock.name} className="message" dir="ltr" />
      </h2>
      <dl className="facts">
        <Fact title="Held by">
          <Holder lock={lock} />
        </Fact>
        <Fact title="Type">
          {lock.type === 'shared' ? 'shared: other agents can hold shared locks' : 'exclusive: other agents cannot lock it'}
        </Fact>
        <Times {...lock} />
        {task === null ? null : (
          <Fact title="Current task">
            <Text value={task.description} className="message" />
            <Text value={task.id} className="tone-quiet" />
          </Fact>
        )}
        {lock.project === null ? null : (
          <Fact title="Project">
            <Text value={lock.project} />
          </Fact>
        )}
        {fence === null ? null : <Fact title="Fencing token">#{fence}</Fact>}
        <Fact title="Reason">
          <span className="reason-whole" dir="auto">
            {reason === '' ? 'No reason was given.' : visible(reason)}
          </span>
        </Fact>
      </dl>
      <Queue queue={queue} lock={lock.id} refusal={refusal} />
    </section>
  );
}
