import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError } from '../../engine/kernel/errors.ts';
import { brokenNeed, type Need, needsOr, ranked } from '../../engine/kernel/need.ts';
import type { ProjectSession } from '../session.ts';
import type { StackSession } from '../stack/stack-session.ts';
import type { TeamSession } from '../team/team-session.ts';
import type { TimelineAsking } from '../timeline-asking.ts';
import type { VaultSession } from '../vault/vault-session.ts';

/** What is shown in the editor, and may wait for a person. */
export interface NeedsSources {
  readonly session: ProjectSession;
  readonly stacks: StackSession;
  readonly team: TeamSession;
  readonly vault: VaultSession;
  readonly timelines: TimelineAsking;
  readonly log: vscode.LogOutputChannel;
}

/** What waits for a person, at one moment. */
export interface NeedsPicture {
  /** The most pressing first, without those that are put aside. */
  readonly needs: readonly Need[];
  readonly snoozed: readonly Need[];
  /** Says of which project and which team this is: what another one brings along is not new. */
  readonly scope: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

const NOTHING: NeedsPicture = { needs: [], snoozed: [], scope: '', now: 0 };
const NOT_WATCHED = vscode.Disposable.from();

/** What waits for the person at the editor, over all protocols (docs/decisions/0018-needs-you.md). What finds it out is loaded with its protocol. */
export class NeedsSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Tells that something may wait, or not any more. */
  readonly onDidChange = this.#changed.event;
  readonly #found = new vscode.EventEmitter<void>();
  /** Tells that `picture` is of now. */
  readonly onDidFind = this.#found.event;
  #picture = NOTHING;
  #escalations: { readonly root: string | null; readonly needs: readonly Need[] } | null = null;
  #timeline = { root: '', watch: NOT_WATCHED };
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly sources: NeedsSources) {
    const { session, stacks, team, vault } = sources;
    const tell = () => this.#changed.fire();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#found,
      ...[session, stacks, team, vault].map((each) => each.onDidChange(tell)),
    );
  }

  /** As it was when it was last found out. */
  get picture(): NeedsPicture {
    return this.#picture;
  }

  /** What waits with this id; `undefined` where nothing does any more. */
  find(id: string): Need | undefined {
    return [...this.#picture.needs, ...this.#picture.snoozed].find((need) => need.id === id);
  }

  /** Finds out what waits now. */
  async collect(): Promise<void> {
    const { session, stacks, team, vault } = this.sources;
    const now = session.runtime.clock.now();
    await Promise.all([session.ready(), stacks.ready(), team.ready(), vault.ready()]);
    const before = this.#scope();
    const found = await Promise.all([
      needsOr('.cortex', () => this.#ofProject(now)),
      needsOr('.cstack', () => this.#ofStacks(now)),
      needsOr('the team', () => this.#ofTeam(now)),
      needsOr('the vault', () => this.#ofVault()),
    ]);
    // Where another one is shown meanwhile, the next picture is of another scope again.
    const scope = `${before} ${this.#scope()}`;
    this.#picture = { ...(await this.#withoutSnoozed(ranked(found.flat(), now), now)), scope, now };
    this.#found.fire();
  }

  #scope(): string {
    const { session, team } = this.sources;
    const { picture } = session;
    const project = picture.kind === 'project' && picture.view !== null ? picture.root : null;
    return JSON.stringify([project, team.store()?.root ?? null, vscode.workspace.isTrusted]);
  }

  async #ofProject(now: number): Promise<readonly Need[]> {
    const { session, timelines } = this.sources;
    const { picture } = session;
    const { projectNeeds, readEscalations } = await import('./of-project.ts');
    const root = picture.kind === 'project' ? picture.root : null;
    this.#follow(root);
    if (this.#escalations === null || this.#escalations.root !== root) {
      const needs =
        root === null
          ? []
          : await needsOr('timeline.crtx', () => readEscalations((query, limit) => timelines.newest(root, query, limit), root));
      this.#escalations = { root, needs };
    }
    return [...projectNeeds(picture, now), ...this.#escalations.needs];
  }

  /** The timeline is no part of what is shown otherwise. */
  #follow(root: string | null): void {
    if (this.#timeline.root === (root ?? '')) return;
    this.#timeline.watch.dispose();
    this.#timeline = { root: root ?? '', watch: root === null ? NOT_WATCHED : this.#watch(root) };
  }

  #watch(root: string): vscode.Disposable {
    const pattern = new vscode.RelativePattern(vscode.Uri.file(path.join(root, '.cortex')), 'timeline.crtx');
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const changed = () => {
      this.#escalations = null;
      this.#changed.fire();
    };
    return vscode.Disposable.from(watcher, watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(changed));
  }

  async #ofStacks(now: number): Promise<readonly Need[]> {
    const { stacks } = this.sources;
    if (!stacks.isUsed) return [];
    const { needsOfStacks } = await import('./of-stacks.ts');
    return stacks.opened.flatMap(({ name, opened }) =>
      opened.state.kind === 'broken' ? [brokenNeed(opened.state.error, name)] : needsOfStacks(opened, now),
    );
  }

  async #ofTeam(now: number): Promise<readonly Need[]> {
    const { team } = this.sources;
    const [store, config, problem] = [team.store(), team.config(), team.problem()];
    if (store === null || config === null) {
      if (problem === null || config !== null) return [];
      return [brokenNeed(new CortexError('broken-file', problem, { file: path.join(os.homedir(), '.cortex', 'config.yaml') }), 'The team')];
    }
    return (await import('./of-team.ts')).needsOfTeam(store, config, now);
  }

  async #ofVault(): Promise<readonly Need[]> {
    const { state } = this.sources.vault;
    if (state.kind === 'none') return [];
    if (state.kind === 'broken') return [brokenNeed(state.error, 'The memory vault')];
    return (await import('./of-vault.ts')).needsOfVault(state.store);
  }

  async #withoutSnoozed(needs: readonly Need[], now: number): Promise<Pick<NeedsPicture, 'needs' | 'snoozed'>> {
    if (needs.length === 0) return { needs, snoozed: [] };
    const { snoozesOf } = await import('./snoozing.ts');
    const isAside = snoozesOf(this.sources.session.runtime, this.sources.log);
    return { needs: needs.filter((need) => !isAside(need, now)), snoozed: needs.filter((need) => isAside(need, now)) };
  }

  /** Puts a need aside, or shows it again. @param until milliseconds since 1970 UTC; 0 shows it again @throws CortexError */
  async snooze(need: Need, until: number): Promise<void> {
    const { snooze } = await import('./snoozing.ts');
    await snooze(this.sources.session.runtime, need, until);
    this.#changed.fire();
  }

  dispose(): void {
    this.#timeline.watch.dispose();
    this.#subscriptions.dispose();
  }
}
