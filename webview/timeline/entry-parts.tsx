import type { EntryRow } from '../../src/host/dashboards/timeline/protocol.ts';
import { moment, shortMoment } from '../format.ts';
import { Icon, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';

const SIGNS: Readonly<Record<EntryRow['tone'], string>> = {
  good: 'pass',
  bad: 'error',
  warning: 'warning',
  skipped: 'circle-slash',
  quiet: 'info',
};

/** Icon of the outcome of an entry. */
export function Sign({ outcome, tone }: Pick<EntryRow, 'outcome' | 'tone'>) {
  return <Icon name={tone === 'quiet' && outcome !== 'success' ? 'circle-large-outline' : SIGNS[tone]} tone={tone} />;
}

export function When({ at }: Pick<EntryRow, 'at'>) {
  const whole = useClock((now) => moment(at, now));
  return (
    <span className="number" title={whole}>
      {useClock((now) => shortMoment(at, now))}
    </span>
  );
}

/** Action of an entry, with an icon of its type. */
export function Action({ type, icon, action }: Pick<EntryRow, 'type' | 'icon' | 'action'>) {
  return (
    <>
      <Icon name={icon} />
      <Text value={action === '' ? type : action} className="main" />
    </>
  );
}

/** Outcome of an entry. */
export function Outcome({ outcome, tone }: Pick<EntryRow, 'outcome' | 'tone'>) {
  return (
    <>
      <Sign {...{ outcome, tone }} />
      <Text value={outcome} />
    </>
  );
}
