import type { BudgetRow } from '../../src/host/dashboards/swarm/protocol.ts';
import { count, money, shortDuration, tokens, toPercent, wholeSeconds } from '../format.ts';
import { Icon } from '../parts.tsx';
import { useClock } from '../store-context.ts';

interface Limit {
  readonly title: string;
  readonly say: (value: number) => string;
}

const LIMITS: Readonly<Record<BudgetRow['limit'], Limit>> = {
  agents: { title: 'Agents', say: count },
  tokens: { title: 'Tokens', say: tokens },
  cost: { title: 'Cost', say: money },
  duration: { title: 'Duration', say: shortDuration },
};

/** Percentages at which a budget warns and stops, the same as for the agents. */
const WARNS_AT = 80;
const STOPS_AT = 100;

function levelOf(percent: number): { readonly name: string; readonly icon: string | null } {
  if (percent >= STOPS_AT) return { name: 'spent', icon: 'error' };
  return percent >= WARNS_AT ? { name: 'near', icon: 'warning' } : { name: 'fine', icon: null };
}

function Meter({ limit, spent: spentText, max, since }: BudgetRow) {
  const spent = useClock((now) => (since === null ? spentText : wholeSeconds(now - since)));
  const { title, say } = LIMITS[limit];
  const percent = toPercent(spent, max);
  const level = levelOf(percent);
  const text = `${say(spent)} of ${say(max)}`;
  return (
    <div className={`meter ${level.name}`}>
      <span className="meter-title">{title}</span>
      <span className="meter-said" title={`${text}, ${percent} %`}>
        {level.icon === null ? null : <Icon name={level.icon} />} {text}
      </span>
      <meter aria-label={title} max={100} value={Math.min(percent, 100)} aria-valuetext={`${text}, ${percent} %`} />
    </div>
  );
}

export function Budget({ rows }: { readonly rows: readonly BudgetRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="budget" aria-label="Budget">
      {rows.map((row) => (
        <Meter key={row.limit} {...row} />
      ))}
    </section>
  );
}
