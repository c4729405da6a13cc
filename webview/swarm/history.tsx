import { useId } from 'react';
import type { ChangeRow, HistoryState, PastMoment } from '../../src/host/dashboards/swarm/past-protocol.ts';
import { moment } from '../format.ts';
import { Button, Icon, Text } from '../parts.tsx';
import { momentAt, SLIDER_STEPS, sliderPosition } from './history-slider.ts';
import { useSwarm } from './swarm-store.ts';

type Known = Extract<HistoryState, { kind: 'known' }>;

function Change({ time, kind, agent, subject, detail, now }: ChangeRow & { readonly now: number }) {
  return (
    <li className="past-change">
      <span className="past-time">{moment(time, now)}</span>
      <Text value={kind.replaceAll('-', ' ')} className="past-kind" />
      <Text value={subject} className="past-subject" />
      <Text value={agent === null || agent === subject ? detail : `${agent}${detail === '' ? '' : ` · ${detail}`}`} className="past-what" />
    </li>
  );
}

/** First changes between the shown moment and now. */
function Changes({ past, now }: { readonly past: PastMoment; readonly now: number }) {
  const id = useId();
  const { changes, hasMore } = past;
  if (changes.length === 0) return <p className="past-none">Nothing has changed since.</p>;
  return (
    <div className="past-next">
      <h3 id={id}>What changed since</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <ul className="past-changes" aria-labelledby={id} tabIndex={0}>
        {changes.map((change) => (
          <Change key={change.id} {...change} now={now} />
        ))}
        {hasMore ? <li className="past-none">… and more. “Cortex Swarm: Replay Swarm” lists all of it.</li> : null}
      </ul>
    </div>
  );
}

interface KnownProps {
  readonly known: Known;
  /** Requested moment; `null` for now. */
  readonly at: number | null;
}

function Scrubber({ known, at }: KnownProps) {
  const store = useSwarm();
  const { from, to, now, past, problem } = known;
  const text = at === null ? 'Now' : moment(at, now);
  if (to <= from) return <PastNone text="There is no earlier state yet: every change adds one." />;
  return (
    <>
      <div className="past-line">
        <span className="past-time">{moment(from, now)}</span>
        <input
          type="range"
          className="past-slider"
          aria-label="Moment"
          aria-valuetext={text}
          title={text}
          min={0}
          max={SLIDER_STEPS}
          step={1}
          value={sliderPosition(at, known)}
          onChange={({ target }) => store.showMoment(momentAt(target.valueAsNumber, known))}
        />
        <span className="past-time">now</span>
      </div>
      {problem === null ? null : <PastProblem text={`This moment cannot be shown: ${problem}`} />}
      {past?.problems.map((each) => (
        <PastProblem key={each} text={each} />
      ))}
      {past === null ? null : <Changes past={past} now={now} />}
    </>
  );
}

interface HistoryProps {
  readonly state: HistoryState | null;
  readonly at: number | null;
}

/** Slider over the history of the swarm. The page shows the selected moment. */
export function History({ state, at }: HistoryProps) {
  const store = useSwarm();
  const known = state?.kind === 'known' ? state : null;
  const isBusy = state === null || state.kind === 'reading' || known?.isReading === true;
  return (
    <section className="history" aria-label="History" aria-busy={isBusy}>
      <div className="section-head">
        <h2>History</h2>
        <output className="past-shown">
          {known === null ? null : known.past === null ? 'Now' : <Shown past={known.past} known={known} />}
          {known !== null && isBusy ? ' …' : null}
        </output>
        <div className="steps">
          {at === null ? null : <Button label="Back to Now" icon="debug-step-over" onPress={() => store.showMoment(null)} />}
        </div>
      </div>
      {known !== null ? (
        <Scrubber known={known} at={at} />
      ) : (
        <PastNone text={state?.kind === 'none' ? state.why : 'Reading the history …'} />
      )}
    </section>
  );
}

function Shown({ past, known }: { readonly past: PastMoment; readonly known: Known }) {
  return (
    <>
      <Icon name="history" /> As it was at <strong>{moment(past.at, known.now)}</strong>
    </>
  );
}

/** Warning about missing history. */
export function PastProblem({ text }: { readonly text: string }) {
  return (
    <p className="past-problem">
      <Icon name="warning" tone="warning" />
      <Text value={text} className="message" />
    </p>
  );
}

/** Placeholder when there is no history to show. */
export function PastNone({ text }: { readonly text: string }) {
  return (
    <p className="past-none">
      <Text value={text} className="message" />
    </p>
  );
}
