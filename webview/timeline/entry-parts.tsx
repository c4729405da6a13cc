import type { EntryRow } from '../../src/host/dashboards/timeline/protocol.ts';
import { moment, shortMoment } from '../format.ts';
import { Icon, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';

const ENDINGS: ReadonlyMap<string, { readonly icon: string; readonly tone: string }> = new Map([
  ['success', { icon: 'pass', tone: 'good' }],
  ['failure', { icon: 'error', tone: 'bad' }],
  ['abandoned', { icon: 'circle-slash', tone: 'skipped' }],
]);
const OPEN = { icon: 'circle-large-outline', tone: 'quiet' };

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
export function Outcome({ outcome }: Pick<EntryRow, 'outcome'>) {
  const { icon, tone } = ENDINGS.get(outcome) ?? OPEN;
  return (
    <>
      <Icon name={icon} tone={tone} />
      <Text value={outcome} />
    </>
  );
}
