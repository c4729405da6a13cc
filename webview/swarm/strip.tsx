import type { AgentStrip, StripMark, StripSpan } from '../../src/host/dashboards/swarm/past-protocol.ts';
import type { AgentRow } from '../../src/host/dashboards/swarm/protocol.ts';
import { counted, formatMinute, moment, money, shortDuration } from '../format.ts';
import { useClock } from '../store-context.ts';
import { clip, plain } from '../text.ts';
import { positionOf, type StripTime, ticksOf, useStripTime } from './strip-time.ts';
import { useSwarm } from './swarm-store.ts';

const MAX_LABEL = 120;

const ENDS: Readonly<Record<NonNullable<StripSpan['end']>, string>> = {
  done: 'done',
  failed: 'failed',
  submitted: 'result submitted',
  released: 'no longer its task',
};

const shown = (label: string): string => plain(clip(label, MAX_LABEL));

function describeSpan({ kind, from, to, label, end, count }: StripSpan, time: StripTime): string {
  const text = { task: shown(label), wait: `Waiting for ${shown(label)}`, silence: 'Silent' }[kind];
  const others = count > 1 ? ` and ${counted(count - 1, 'more', 'more')}` : '';
  const until = to === null ? 'now' : moment(to, time.to);
  const length = shortDuration((to ?? time.to) - from);
  return `${text}${others}: ${moment(from, time.to)} to ${until} (${length})${end === null ? '' : `, ${ENDS[end]}`}`;
}

function Span({ span, time }: { readonly span: StripSpan; readonly time: StripTime }) {
  const left = positionOf(span.from, time);
  const width = positionOf(span.to ?? time.to, time) - left;
  const end = span.to === null ? 'open' : (span.end ?? 'over');
  return (
    <span
      className={`strip-${span.kind} ${end}`}
      style={{ insetInlineStart: `${left}%`, inlineSize: `${width}%` }}
      title={describeSpan(span, time)}
    />
  );
}

const MARKS: Readonly<Record<StripMark['kind'], string>> = { decision: 'Decision', failure: 'Failed', 'lock-broken': 'Lock broken' };

function Mark({ mark, time }: { readonly mark: StripMark; readonly time: StripTime }) {
  return (
    <span
      className={`strip-mark ${mark.kind}`}
      style={{ insetInlineStart: `${positionOf(mark.at, time)}%` }}
      title={`${MARKS[mark.kind]}: ${shown(mark.label)}, ${moment(mark.at, time.to)}`}
    />
  );
}

/** The silence that goes on: the history only has silences that ended. */
function useSilence({ lastActivity, unresponsiveFrom }: AgentRow, time: StripTime | null): StripSpan | null {
  const isSilent = useClock((now) => (unresponsiveFrom !== null && now >= unresponsiveFrom ? 1 : 0)) === 1;
  if (!isSilent || lastActivity === null || time === null) return null;
  return { kind: 'silence', from: lastActivity, to: time.past, end: null, label: '', count: 1 };
}

/** Sums up a strip for screen readers. */
function summarize({ spans, marks, costs }: AgentStrip): string {
  const tasks = spans.filter(({ kind }) => kind === 'task');
  const done = tasks.filter(({ end }) => end === 'done').reduce((sum, { count }) => sum + count, 0);
  const waits = spans.filter(({ kind }) => kind === 'wait').reduce((sum, { count }) => sum + count, 0);
  const failures = marks.filter(({ kind }) => kind === 'failure').length;
  const cost = costs.reduce((sum, { costUsd }) => sum + costUsd, 0);
  const parts = [
    `${counted(done, 'task')} done`,
    ...(failures === 0 ? [] : [`${failures} failed`]),
    ...(waits === 0 ? [] : [`${counted(waits, 'wait')} for locks`]),
    money(cost),
  ];
  return parts.join(', ');
}

/** What an agent did over time: its tasks, waits for locks, silence, marks, and its cost below. */
export function Strip({ row }: { readonly row: AgentRow }) {
  const time = useStripTime();
  const silence = useSilence(row, time);
  const { strip } = row;
  if (time === null || strip === null) return null;
  const most = Math.max(...strip.costs.map(({ costUsd }) => costUsd));
  return (
    <div className="strip" role="img" aria-label={summarize(strip)}>
      {[...strip.spans, ...(silence === null ? [] : [silence])].map((span) => (
        <Span key={`${span.kind} ${span.from} ${span.label}`} span={span} time={time} />
      ))}
      {strip.marks.map((mark) => (
        <Mark key={`${mark.kind} ${mark.at} ${mark.label}`} mark={mark} time={time} />
      ))}
      {strip.costs.map(({ at, costUsd }) => (
        <span
          key={at}
          className="strip-cost"
          style={{ insetInlineStart: `${positionOf(at, time)}%`, blockSize: `${1 + 5 * (costUsd / most)}px` }}
          title={`${money(costUsd)}, about ${formatMinute(at, time.to)}`}
        />
      ))}
      {time.past === null ? null : <span className="strip-moment" style={{ insetInlineStart: `${positionOf(time.past, time)}%` }} />}
    </div>
  );
}

/** Axis of the strips. It is a slider: it selects a moment of the past, and its end is now. */
export function StripAxis() {
  const store = useSwarm();
  const time = useStripTime();
  if (time === null) return null;
  const { from, to, past } = time;
  const text = past === null ? 'Now' : moment(past, to);
  return (
    <div className="strip-axis">
      {ticksOf(time).map((at) => (
        <span key={at} className="strip-tick" style={{ insetInlineStart: `${positionOf(at, time)}%` }}>
          {formatMinute(at, to)}
        </span>
      ))}
      <input
        type="range"
        className="strip-slider"
        aria-label="Moment"
        aria-valuetext={text}
        title={`${text}. Drag to see an earlier moment.`}
        min={from}
        max={to}
        step={Math.max(1, Math.round((to - from) / 500))}
        value={past ?? to}
        onChange={({ target }) =>
          store.showMoment(target.valueAsNumber >= to - (to - from) / 500 ? null : Math.round(target.valueAsNumber))
        }
      />
    </div>
  );
}
