import path from 'node:path';
import * as vscode from 'vscode';
import { CORTEX_FOLDER, type GraphSummary, type TimelineEntry } from '../../../engine/crtx/index.ts';
import { CoalescedWork } from '../../../engine/platform/coalesced-work.ts';
import { PathWatch, watchDirectory } from '../../../engine/platform/watching.ts';
import { CachedReading } from '../../model/cached-reading.ts';
import { pauseAction } from '../../model/pause-all.ts';
import type { NeedsSession, NeedsSources } from '../../needs/needs-session.ts';
import { readPauseStates } from '../../pause-states.ts';
import { UNTRUSTED } from '../../session.ts';
import type { StackSession } from '../../stack/stack-session.ts';
import type { TeamSession } from '../../team/team-session.ts';
import type { VaultSession } from '../../vault/vault-session.ts';
import type { LastEntries } from './activity-card.ts';
import {
  countStale,
  graphSummary,
  type ReadStacks,
  readLastEntries,
  readLastEntriesOrWhy,
  readStacks,
  readTeam,
  readVault,
} from './readings.ts';
import type { OverviewViewModel } from './state.ts';

/** Refresh interval, in milliseconds. Agents become unresponsive and answers become overdue without a change of any file. */
const MINUTE_MS = 60_000;
const GRAPH_FOLDER = path.join(CORTEX_FOLDER, '.local', 'graph');

/** Inputs of the Overview. */
export interface OverviewParts extends NeedsSources {
  readonly stacks: StackSession;
  readonly team: TeamSession;
  readonly vault: VaultSession;
  readonly needs: NeedsSession;
}

/** Collects the data of the Overview from the open sessions. Data that only the Overview reads is cached until it changes. */
export class OverviewSources implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when `read` may return something else. */
  readonly onDidChange = this.#changed.event;
  readonly #entries = new CachedReading(() => this.#readEntries());
  readonly #graph = new CachedReading(() => this.#readGraph());
  readonly #stacks: CachedReading<ReadStacks>;
  readonly #team: CachedReading<OverviewViewModel['team']>;
  readonly #vault: CachedReading<OverviewViewModel['vault']>;
  /** Asks git in the background, at most once a minute, because it is slow. */
  readonly #asking: CoalescedWork;
  #stale: number | null = null;
  #isStaleKnown = false;
  #watch: { readonly root: string; readonly watch: PathWatch } | null = null;
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly parts: OverviewParts) {
    const { session, needs, stacks, team, vault } = parts;
    this.#stacks = new CachedReading(() => readStacks(stacks), MINUTE_MS);
    this.#team = new CachedReading(() => readTeam(team, session.runtime.clock.now()), MINUTE_MS);
    this.#vault = new CachedReading(() => readVault(vault.state, this.#stale));
    this.#asking = new CoalescedWork(session.runtime, MINUTE_MS, () => this.#askStale());
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#asking,
      session.onDidChange((changes) => this.#drop(changes.has('project') ? [this.#entries, this.#graph] : [])),
      // Swarms of other projects can be paused too.
      session.onDidChangeAny(() => this.#drop([])),
      // The needs are collected every minute, and after every change that may affect them.
      needs.onDidFind(() => this.#drop([])),
      stacks.onDidChange(() => this.#drop([this.#stacks])),
      team.onDidChange(() => this.#drop([this.#team])),
      vault.onDidChange(() => {
        this.#isStaleKnown = false;
        this.#drop([this.#vault]);
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#drop([this.#entries])),
    );
  }

  #drop(readings: readonly { drop(): void }[]): void {
    for (const reading of readings) reading.drop();
    this.#changed.fire();
  }

  /** Reads the data that is not cached. */
  async read(): Promise<OverviewViewModel> {
    const { session, needs, stacks, team, vault } = this.parts;
    await Promise.all([stacks.ready(), team.ready(), vault.ready()]);
    if (needs.viewModel.now === 0) await needs.collect();
    this.#follow();
    if (!this.#isStaleKnown && vault.state.kind === 'vault' && vscode.workspace.isTrusted) this.#ask();
    const now = session.runtime.clock.now();
    const [entries, graph, ofStacks, ofTeam, known] = await Promise.all([
      this.#lastEntries(now),
      this.#graph.get(now),
      this.#stacks.get(now),
      this.#team.get(now),
      this.#vault.get(now),
    ]);
    return {
      viewModel: session.viewModel,
      needs: needs.viewModel,
      entries,
      graph,
      team: ofTeam,
      vault: known,
      ...ofStacks,
      projects: session.projects,
      pausing: pauseAction(readPauseStates(session, team)),
      now: session.runtime.clock.now(),
      readOnly: vscode.workspace.isTrusted ? null : UNTRUSTED,
    };
  }

  get #root(): string | null {
    const { viewModel } = this.parts.session;
    return viewModel.kind === 'project' ? viewModel.root : null;
  }

  async #lastEntries(now: number): Promise<LastEntries> {
    return this.#root === null ? { kind: 'none' } : readLastEntriesOrWhy(() => this.#entries.get(now));
  }

  async #readEntries(): Promise<readonly TimelineEntry[]> {
    const root = this.#root;
    return root === null ? [] : readLastEntries((query, limit) => this.parts.timelines.newest(root, query, limit));
  }

  #readGraph(): GraphSummary | null {
    const root = this.#root;
    return root === null ? null : graphSummary(this.parts.session.runtime, root);
  }

  /** Watches the timeline and the graph of the current project. The session does not watch them. */
  #follow(): void {
    const root = this.#root;
    if (this.#watch?.root === (root ?? undefined)) return;
    this.#watch?.watch.dispose();
    this.#watch = root === null ? null : { root, watch: this.#watchIn(root) };
    for (const reading of [this.#entries, this.#graph]) reading.drop();
  }

  #watchIn(root: string): PathWatch {
    const changed = (directory: string, name: string | null) => {
      const isFolder = directory === path.join(root, CORTEX_FOLDER);
      if (isFolder && (name === null || name === 'timeline.crtx')) this.#drop([this.#entries]);
      if (directory === path.join(root, GRAPH_FOLDER) || (isFolder && (name === null || name === 'graph.crtx'))) this.#drop([this.#graph]);
    };
    const target = path.join(root, GRAPH_FOLDER);
    return new PathWatch({ fs: this.parts.session.runtime.fs, watch: watchDirectory, anchor: root, target, changed, failed: () => {} });
  }

  #ask(): void {
    this.#isStaleKnown = true;
    this.#asking.request().catch((error: unknown) => this.parts.log.error(error instanceof Error ? error : String(error)));
  }

  async #askStale(): Promise<void> {
    const { session, vault } = this.parts;
    const stale = await countStale(session.runtime, vault.state);
    if (stale === this.#stale) return;
    this.#stale = stale;
    this.#drop([this.#vault]);
  }

  dispose(): void {
    this.#watch?.watch.dispose();
    this.#subscriptions.dispose();
  }
}
