import type * as vscode from 'vscode';
import { type CortexError, describeError } from '../../engine/platform/errors.ts';
import { type OpenedTeam, type TeamConfig, type TeamStore, type TeamWork, teamProtocol } from '../../engine/team/index.ts';
import { ProtocolSession } from '../protocol-session.ts';
import type { ProjectSession } from '../session.ts';

/**
 * The team of the person at the editor: the directory that the setting `cortex.team.directory` names, else `~/.cortex/config.yaml`, else
 * `~/cortex-team`, also outside of the folders that are open.
 */
export class TeamSession extends ProtocolSession<OpenedTeam> {
  constructor(session: ProjectSession, log: vscode.LogOutputChannel) {
    super(teamProtocol, session, log);
  }

  get #opened(): OpenedTeam | null {
    return this.places[0]?.opened ?? null;
  }

  /** The notes of the team; `null` where there is none. */
  store(): TeamStore | null {
    return this.#opened?.store ?? null;
  }

  /** How the team works; `null` where its configuration cannot be read. */
  config(): TeamConfig | null {
    return this.#opened?.config ?? null;
  }

  /** What can be done with the team's tasks; what is typed in an editor and not saved is changed there. `null` where there is no team. */
  work(): TeamWork | null {
    return this.#opened?.work ?? null;
  }

  /** Why there is no team to see although there may be one, or why its changes may go unnoticed, in words. */
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

  /** Looks at a note again, and has it drawn. @param note below the team directory, `/`-separated */
  lookAt(note: string): void {
    this.store()?.update(note);
    this.notify();
  }
}
