import type { AgentStatus, TaskStatus } from '../../src/host/dashboards/swarm/protocol.ts';
import { Icon } from '../parts.tsx';

interface Look {
  readonly icon: string;
  readonly tone: string;
}

/** Status of a row. `unresponsive`: it has sent no heartbeat for longer than the swarm allows. */
type Status = TaskStatus | AgentStatus | 'unresponsive';

const LOOKS: Readonly<Record<Status, Look>> = {
  pending: { icon: 'circle-large-outline', tone: 'quiet' },
  active: { icon: 'play-circle', tone: 'busy' },
  done: { icon: 'pass-filled', tone: 'good' },
  failed: { icon: 'error', tone: 'bad' },
  skipped: { icon: 'circle-slash', tone: 'skipped' },
  idle: { icon: 'circle-large-outline', tone: 'quiet' },
  working: { icon: 'play-circle', tone: 'busy' },
  left: { icon: 'sign-out', tone: 'quiet' },
  unresponsive: { icon: 'debug-disconnect', tone: 'warning' },
  blocked: { icon: 'debug-pause', tone: 'warning' },
};

/** Task states in their order in counts and in the progress bar. */
export const TASK_STATES = ['done', 'active', 'failed', 'skipped', 'pending'] as const satisfies readonly TaskStatus[];

export const StateIcon = ({ status }: { readonly status: Status }) => <Icon {...LOOKS[status]} name={LOOKS[status].icon} />;
