import type * as vscode from 'vscode';
import { type CortexError, describeError } from '../../engine/platform/errors.ts';
import { type OpenedTeam, type TeamConfig, type TeamStore, type TeamWork, teamProtocol } from '../../engine/team/index.ts';
import type { PausableTeam } from '../model/pause-all.ts';
import { ProtocolSession } from '../protocol-session.ts';
import type { ProjectSession } from '../session.ts';

/**
 * The team of the user: the directory in the setting `cortex.team.directory`, else in `~/.cortex/config.yaml`, else `~/cortex-team`. It
 * need not be in an open folder.
 */
export class TeamSession extends ProtocolSession<OpenedTeam> {
  constructor(session: ProjectSession, log: vscode.LogOutputChannel) {
    super(teamProtocol, session, log);
  }

  get #opened(): OpenedTeam | null {
    return this.places[0]?.opened ?? null;
  }

  /** Returns the notes of the team; `null` if there is no team. */
  store(): TeamStore | null {
    return this.#opened?.store ?? null;
  }

  /** Returns the configuration of the team; `null` if it cannot be read. */
  config(): TeamConfig | null {
    return this.#opened?.config ?? null;
  }

  /** Returns the operations on the team's tasks. They edit unsaved documents in the editor. `null` if there is no team. */
  work(): TeamWork | null {
    return this.#opened?.work ?? null;
  }

  /** Counts the tasks that a pause of the team concerns; `null` if there is no team. */
  pausable(): PausableTeam | null {
    return this.#opened?.pausable ?? null;
  }

  /** Returns why no team can be shown, or why its changes may be missed, as text; otherwise `null`. */
  problem(): string | null {
    const [place] = this.places;
    const error = this.#error ?? this.#opened?.watchError;
    if (error) return describeError(error);
    return place?.signProblems[0]?.message ?? null;
  }

  get #error(): CortexError | null {
    const state = this.places[0]?.state;
    return state?.kind === 'broken' ? state.error : (this.#opened?.error ?? null);
  }

  /** Reads a note again, and updates the views. @param note path below the team directory, `/`-separated */
  lookAt(note: string): void {
    this.store()?.update(note);
    this.notify();
  }
}
