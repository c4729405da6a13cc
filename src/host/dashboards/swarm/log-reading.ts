import { describeError } from '../../../engine/platform/errors.ts';
import { clipText } from '../../model/pages.ts';
import { FollowedLog, type FollowedLogOptions } from './followed-log.ts';
import { NO_HISTORY } from './past-options.ts';

const MAX_PROBLEMS = 3;

const OF_ANOTHER = 'The history belongs to another swarm. The history of this swarm starts with the first change made here.';

/** What was read of the log of a swarm. */
interface OfSwarm {
  /** Id of the swarm. */
  readonly id: string;
  readonly problems: readonly string[];
}

/** `reading`: not read yet. `none`: there is nothing, and why. */
export type LogState<Result> =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'read'; readonly result: Result; readonly problems: readonly string[] };

/** A result that is read from the log of a swarm, and again when the log has grown and the dashboard is visible. */
export class LogReading<Result extends OfSwarm> {
  readonly #log: FollowedLog<Result>;

  constructor(options: FollowedLogOptions<Result>) {
    this.#log = new FollowedLog(options);
  }

  /** Returns the current state, and requests a new reading if the log has changed. @param swarm id of the swarm that is shown */
  stateFor(swarm: string): LogState<Result> {
    this.#log.request();
    const { result, isReading } = this.#log;
    const error = this.#log.error === null ? null : clipText(describeError(this.#log.error));
    if (result?.id === swarm) return { kind: 'read', result, problems: shownProblems(result, error) };
    if (isReading) return { kind: 'reading' };
    return { kind: 'none', why: error ?? (result === null ? NO_HISTORY : OF_ANOTHER) };
  }

  dispose(): void {
    this.#log.dispose();
  }
}

/** Returns the first gaps in the history, and before them why it could not be read again. */
function shownProblems({ problems }: OfSwarm, error: string | null): readonly string[] {
  const named = problems.slice(0, MAX_PROBLEMS).map(clipText);
  return error === null ? named : [error, ...named];
}
