import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { mayBeThere } from '../../engine/files/signs.ts';
import { CoalescedWork } from '../../engine/platform/coalesced-work.ts';
import { CortexError, describeError } from '../../engine/platform/errors.ts';
import type { Found } from '../../engine/platform/protocol.ts';
import { PathWatch, watchDirectory } from '../../engine/platform/watching.ts';
import { type OpenedTeam, type TeamConfig, type TeamStore, type TeamWork, teamProtocol } from '../../engine/team/index.ts';
import { placeIn } from '../place.ts';
import type { ProjectSession } from '../session.ts';
import { textSetting } from '../text-setting.ts';

/** Changes that come in a burst are told once. */
const TELL_MS = 50;
/** Where there is none of these, and no setting, there is no team: below the home directory (seed 5, "Configuration"). */
const SIGNS = [path.join('.cortex', 'config.yaml'), 'cortex-team'];

/**
 * The team of the person at the editor: the directory that the setting `cortex.team.directory` names, else `~/.cortex/config.yaml`, else
 * `~/cortex-team`. It follows its files by itself, also outside of the folders that are open. The engine of teams is loaded with the first
 * sign of a team, or when somebody asks for one.
 */
export class TeamSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Tells that the team, its notes, its configuration or its problem are different. */
  readonly onDidChange: vscode.Event<void> = this.#changed.event;
  #found: Found<OpenedTeam> | null = null;
  #error: CortexError | null = null;
  #opened: OpenedTeam | null = null;
  /** Whether the configuration is to be read again. */
  #isStale = true;
  #isUsed = false;
  readonly #telling: CoalescedWork;
  readonly #configWatch: PathWatch;
  readonly #subscriptions: vscode.Disposable[];
  readonly #ready: Promise<void>;

  constructor(
    readonly session: ProjectSession,
    readonly log: vscode.LogOutputChannel,
  ) {
    this.#telling = new CoalescedWork(session.runtime, TELL_MS, () => this.#settle());
    this.#configWatch = this.#watchConfig();
    this.#subscriptions = [
      this.#changed,
      this.#telling,
      this.#configWatch,
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('cortex.team') && this.#mark()),
      // Where changes cannot be noticed, they are seen at the latest when a person comes back.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#watchProblem !== null && this.refresh()),
    ];
    this.#ready = session.ready().then(() => this.#telling.request());
  }

  /** Resolves when the team is open that there is at first. */
  ready(): Promise<void> {
    return this.#ready;
  }

  /** Whether the configuration is read, and the team with it. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Reads the configuration from now on, whether or not there is a sign of a team. Resolves when it is read. */
  async use(): Promise<void> {
    await this.#ready;
    if (this.#isUsed) return;
    this.#isUsed = true;
    await this.#telling.request();
  }

  get opened(): OpenedTeam | null {
    return this.#opened;
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
    return this.#error === null ? this.#watchProblem : describeError(this.#error);
  }

  /** What is wrong with the configuration; `null` where it can be read, or was not. */
  get configError(): CortexError | null {
    return this.#found === null ? this.#error : null;
  }

  get #watchProblem(): string | null {
    const problem = this.#opened?.watchError ?? this.#configWatch.problem;
    return problem === null ? null : describeError(problem);
  }

  /** Looks at a file again, and tells of it; at all of them without a path. @param file below the team directory, `/`-separated */
  refresh(file?: string): void {
    if (file === undefined) {
      this.#mark();
      this.#opened?.refresh();
    } else this.store()?.update(file);
    this.#changed.fire();
  }

  #mark(): void {
    this.#isStale = true;
    this.#tell();
  }

  #tell(): void {
    this.#telling.request().catch((error: unknown) => this.log.error(error instanceof Error ? error : String(error)));
  }

  #watchConfig(): PathWatch {
    const anchor = os.homedir();
    const target = path.join(anchor, '.cortex');
    const changed = (directory: string, name: string | null) => {
      if (directory === target && (name === null || name === 'config.yaml')) this.#mark();
      if (directory === anchor && (name === '.cortex' || (!this.#isUsed && name === 'cortex-team'))) this.#mark();
    };
    const failed = () => this.#tell();
    return new PathWatch({ fs: this.session.runtime.fs, watch: watchDirectory, anchor, target, changed, failed });
  }

  async #settle(): Promise<void> {
    this.#isUsed ||= this.#hasSigns();
    if (!this.#isUsed || (await this.#follow())) this.#changed.fire();
  }

  #hasSigns(): boolean {
    return textSetting('team.directory') !== '' || SIGNS.some((sign) => mayBeThere(this.session.runtime.fs, path.join(os.homedir(), sign)));
  }

  /** @returns whether anything is different */
  async #follow(): Promise<boolean> {
    const [key, problem] = [this.#found?.key, this.problem()];
    const settled = (await this.#opened?.settle()) ?? 'another';
    if (settled === 'changed' && vscode.workspace.isTrusted) this.#opened?.lookLater();
    if (this.#isStale) await this.#find();
    const isAnother = settled === 'another' || key !== this.#found?.key;
    if (isAnother) await this.#open();
    return isAnother || settled === 'changed' || problem !== this.problem();
  }

  async #find(): Promise<void> {
    this.#isStale = false;
    const { find } = await teamProtocol.load();
    try {
      this.#found = find(this.session.runtime, placeIn(null, textSetting('team.directory')));
      this.#error = null;
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.#found = null;
      this.#error = error;
    }
  }

  async #open(): Promise<void> {
    const before = this.#opened;
    const { unsavedTexts } = await import('../commands/unsaved-documents.ts');
    this.#opened = (await this.#found?.open({ watch: watchDirectory, unsaved: unsavedTexts })) ?? null;
    this.#opened?.onDidChange(() => this.#tell());
    if (this.#found !== null) this.#error = this.#opened?.error ?? null;
    await before?.close();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Lets go of all files. */
  async close(): Promise<void> {
    this.dispose();
    await this.#telling.end();
    await this.#opened?.close();
  }
}
