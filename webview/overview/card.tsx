import { useId } from 'react';
import type { CardName, OverviewAction, OverviewCard, OverviewLine } from '../../src/host/dashboards/overview/protocol.ts';
import { ago, count, timeLeft } from '../format.ts';
import { Icon, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import { clip, plain } from '../text.ts';
import { useOverview } from './overview-store.ts';
import { useRoving } from './roving.ts';

const TITLES: Readonly<Record<CardName, string>> = {
  needs: 'Needs You',
  work: 'Who Does What',
  locks: 'Locks',
  happened: 'What Happened',
  known: 'What We Know',
};
const MAX_NAME_LENGTH = 120;

function Time({ kind, at }: NonNullable<OverviewLine['time']>) {
  const text = useClock((now) => (kind === 'since' ? ago(now - at) : at <= now ? 'expired' : `${timeLeft(at - now)} left`));
  return <span className="line-time">{text}</span>;
}

interface PressProps {
  readonly action: OverviewAction;
  /** Object of the action, when it is not shown beside it. */
  readonly about: string | null;
  readonly current: string | null;
  /** Reason why nothing can be changed; `null` when changes are possible. */
  readonly refusal: string | null;
}

/** A button of a card. It stays focusable when it is disabled. */
function Press({ action: { id, label, icon, short, changes }, about, current, refusal }: PressProps) {
  const store = useOverview();
  const why = changes ? refusal : null;
  const name = about === null ? label : `${label}: ${clip(plain(about), MAX_NAME_LENGTH)}`;
  return (
    <button
      type="button"
      className="button"
      data-id={id}
      tabIndex={current === id ? 0 : -1}
      title={why ?? name}
      aria-label={name}
      aria-disabled={why !== null}
      onClick={() => {
        if (why === null) store.take({ kind: 'go', id });
      }}
    >
      {short || about === null ? <Icon name={icon} /> : null}
      {short ? null : <span className="button-label">{label}</span>}
    </button>
  );
}

/** In lines with actions the time follows the text; in other lines, times are aligned in a column. */
function Content({ icon, tone, hint, label, said: text, time, actions }: OverviewLine) {
  const isDecided = actions.length > 0;
  return (
    <>
      <Icon name={icon} tone={tone} />
      <span className="line-texts">
        {hint === '' ? null : <span className="sr-only">{hint}: </span>}
        <Text value={label} className="line-label" />
        <span className="line-below">
          {text === '' ? null : <Text value={text} className="line-said" />}
          {time !== null && isDecided ? <Time {...time} /> : null}
        </span>
      </span>
      {time === null || isDecided ? null : <Time {...time} />}
    </>
  );
}

interface LineProps extends Pick<PressProps, 'current' | 'refusal'> {
  readonly line: OverviewLine;
}

function Line({ line, current, refusal }: LineProps) {
  const store = useOverview();
  const { id, label, leads, actions } = line;
  return (
    <li className="line">
      {leads ? (
        <button
          type="button"
          className="line-main"
          data-id={id}
          tabIndex={current === id ? 0 : -1}
          onClick={() => store.take({ kind: 'go', id })}
        >
          <Content {...line} />
        </button>
      ) : (
        <div className="line-main">
          <Content {...line} />
        </div>
      )}
      {actions.length === 0 ? null : (
        <div className="line-actions">
          {actions.map((action) => (
            <Press key={action.id} action={action} about={label} current={current} refusal={refusal} />
          ))}
        </div>
      )}
    </li>
  );
}

interface CardProps {
  readonly card: OverviewCard;
  readonly refusal: string | null;
}

/** A card of the overview. */
export function Card({ card, refusal }: CardProps) {
  const heading = useId();
  const { card: place, current, ...handlers } = useRoving(card);
  const { name, count: total, lines, ways } = card;
  return (
    <section ref={place} className={`card ${name}-card`} aria-labelledby={heading} {...handlers}>
      <div className="section-head">
        <h2 id={heading}>
          {TITLES[name]} {total === null ? null : <span className="badge">{count(total)}</span>}
        </h2>
        <div className="steps">
          {ways.map((way) => (
            <Press key={way.id} action={way} about={null} current={current} refusal={refusal} />
          ))}
        </div>
      </div>
      <ul className="lines">
        {lines.map((line) => (
          <Line key={line.id} line={line} current={current} refusal={refusal} />
        ))}
      </ul>
    </section>
  );
}
