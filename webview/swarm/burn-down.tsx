import type { BurnDownState } from '../../src/host/dashboards/swarm/past-protocol.ts';
import { count, formatMinute, moment, money, shortDuration, tokens } from '../format.ts';
import { Button, Icon } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import {
  BURN_SERIES,
  type BurnDownResult,
  type BurnLine,
  type BurnSeries,
  burnLine,
  drawnTime,
  type Point,
  spentAt,
} from './burn-chart.ts';
import { PastNone, PastProblem } from './history.tsx';
import { useSwarm } from './swarm-store.ts';

interface Saying {
  readonly title: string;
  readonly say: (value: number) => string;
  /** Word for the state when nothing remains. */
  readonly end: string;
  /** Text when nothing changed lately. */
  readonly still: string;
}

const SAYINGS: Readonly<Record<BurnSeries, Saying>> = {
  done: { title: 'Tasks', say: count, end: 'Done', still: 'None done recently' },
  tokens: { title: 'Tokens', say: tokens, end: 'Spent', still: 'None spent recently' },
  cost: { title: 'Cost', say: money, end: 'Spent', still: 'Nothing spent recently' },
  duration: { title: 'Duration', say: shortDuration, end: 'Over', still: 'It is over' },
};

/** Used share at which the swarm warns. */
const WARNED_SHARE = 0.8;
const WIDTH = 240;
const HEIGHT = 56;
const place = ({ x, y }: Point): string => `${(x * WIDTH).toFixed(1)} ${((1 - y) * HEIGHT).toFixed(1)}`;
const path = (points: readonly Point[]): string => points.map((point, index) => `${index === 0 ? 'M' : 'L'}${place(point)}`).join('');

/** Chart of the remaining share, falling to the bottom. The forecast after the last step is dashed. */
function Chart({ line, label, isLimit }: { readonly line: BurnLine; readonly label: string; readonly isLimit: boolean }) {
  const last = line.left.at(-1) ?? { x: 1, y: 0 };
  const first = line.left[0] ?? last;
  return (
    <svg className="burn-chart" viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path className="burn-ground" d={`M0 ${HEIGHT}H${WIDTH}`} />
      {isLimit ? <path className="burn-warned" d={`M0 ${HEIGHT * WARNED_SHARE}H${WIDTH}`} /> : null}
      <path className="burn-area" d={`${path(line.left)}V${HEIGHT}H${(first.x * WIDTH).toFixed(1)}Z`} />
      {last.x < 1 ? <path className="burn-now" d={`M${(last.x * WIDTH).toFixed(1)} 0V${HEIGHT}`} /> : null}
      <path className="burn-left" d={path(line.left)} />
      {line.to === null ? null : <path className="burn-to" d={path([last, line.to])} />}
    </svg>
  );
}

interface FuelProps {
  readonly burnt: BurnDownResult;
  readonly fuel: BurnSeries;
}

/** Describes when a limit will be used up, with a range. `isEarly` marks one that is used up before the tasks are done. */
function useExpected({ burnt, fuel }: FuelProps, { expected, spent, max }: BurnLine): { readonly text: string; readonly isEarly: boolean } {
  const { end, still } = SAYINGS[fuel];
  const { forecast } = burnt;
  const text = useClock((now) => {
    if (forecast === null) return '';
    if (spent >= max) return fuel === 'done' ? 'All have ended' : 'Nothing is left';
    if (expected === null) return still;
    const [at, earliest, latest] = [expected.at, expected.earliest, expected.latest].map((time) => formatMinute(time, now));
    return earliest === latest ? `${end} about ${at}` : `${end} about ${at} (${earliest} to ${latest})`;
  });
  const isEarly = fuel !== 'done' && expected !== null && forecast?.done != null && expected.at < forecast.done.at;
  return { text, isEarly };
}

function BurnFigure(props: FuelProps) {
  const { burnt, fuel } = props;
  const { title, say } = SAYINGS[fuel];
  const line = burnLine(burnt, fuel);
  const { text, isEarly } = useExpected(props, line);
  const remaining = `${say(Math.max(0, line.max - line.spent))} of ${say(line.max)} left`;
  const warning = isEarly ? ', before the tasks are done' : '';
  return (
    <figure className="burn">
      <figcaption className="burn-said">
        <span className="meter-title">{title}</span>
        <span className="meter-said">{remaining}</span>
      </figcaption>
      <Chart line={line} isLimit={fuel !== 'done'} label={`${title}: ${remaining}${text === '' ? '' : `. ${text}${warning}`}`} />
      <p className="burn-expected">
        {isEarly ? <Icon name="warning" tone="warning" /> : null}
        <span>
          {text}
          {warning}
        </span>
      </p>
    </figure>
  );
}

function Figures({ burnt }: { readonly burnt: BurnDownResult }) {
  const to = burnt.steps.at(-1)?.time ?? 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="burn-figures" aria-label="Figures of the Burn-Down" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Until</th>
            <th scope="col">Tasks done</th>
            <th scope="col">Tokens</th>
            <th scope="col">Cost</th>
            <th scope="col">Duration</th>
          </tr>
        </thead>
        <tbody>
          {burnt.steps.map((step) => (
            <tr key={step.time}>
              <th scope="row">{moment(step.time, to)}</th>
              {BURN_SERIES.map((fuel) => (
                <td key={fuel}>{SAYINGS[fuel].say(spentAt(fuel, step))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const NO_FORECAST = 'No forecast: it needs five completed tasks and a running swarm.';

function Life({ burnt }: { readonly burnt: BurnDownResult }) {
  const { from, now: to } = drawnTime(burnt);
  const text = useClock((now) => `${moment(from, now)} to ${moment(to, now)}`);
  return <span className="burn-life">{`${text}. Dotted line: 80 % used.${burnt.forecast === null ? ` ${NO_FORECAST}` : ''}`}</span>;
}

interface BurnDownProps {
  readonly state: BurnDownState | null;
  readonly shown: 'charts' | 'figures';
}

/** What remains of each limit over the life of the swarm, and when it will be used up. */
export function BurnDown({ state, shown }: BurnDownProps) {
  const store = useSwarm();
  const burnt = state?.kind === 'burnt' ? state : null;
  return (
    <section className="burn-down" aria-label="Burn-Down" aria-busy={burnt === null && state?.kind !== 'none'}>
      <div className="section-head">
        <h2>Burn-Down</h2>
        {burnt === null ? null : <Life burnt={burnt} />}
        <div className="steps">
          {burnt === null ? null : (
            <Button
              label="Figures"
              icon="table"
              about="Show as a table"
              pressed={shown === 'figures'}
              onPress={() => store.showBurnDown(shown === 'figures' ? 'charts' : 'figures')}
            />
          )}
        </div>
      </div>
      {burnt?.problems.map((problem) => (
        <PastProblem key={problem} text={problem} />
      ))}
      {burnt === null ? <PastNone text={state?.kind === 'none' ? state.why : 'Reading the history …'} /> : null}
      {burnt === null ? null : shown === 'figures' ? (
        <Figures burnt={burnt} />
      ) : (
        <div className="burns">
          {BURN_SERIES.map((fuel) => (
            <BurnFigure key={fuel} burnt={burnt} fuel={fuel} />
          ))}
        </div>
      )}
    </section>
  );
}
