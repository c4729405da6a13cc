import * as vscode from 'vscode';
import { brokenNeed, type Need, ranked } from '../../engine/platform/need.ts';
import { nameAmong } from '../model/shown-project.ts';
import type { ProjectSession } from '../session.ts';
import type { StackSession } from '../stack/stack-session.ts';
import type { TeamSession } from '../team/team-session.ts';
import type { TimelineAsking } from '../timeline-asking.ts';
import type { VaultSession } from '../vault/vault-session.ts';
import { FollowedTimelines } from './followed-timelines.ts';
import { KeptSources, known, type Reading, type Source, type SourceKind } from './model/kept-sources.ts';
import type { NeedsPicture, WaitingNeed } from './model/waiting.ts';

/** What is shown in the editor, and may wait for a person. */
export interface NeedsSources {
  readonly session: ProjectSession;
  readonly stacks: StackSession;
  readonly team: TeamSession;
  readonly vault: VaultSession;
  readonly timelines: TimelineAsking;
  readonly log: vscode.LogOutputChannel;
}

const NOTHING: NeedsPicture = { needs: [], snoozed: [], sources: [], now: 0 };

const OF_NONE = { folder: null, project: null };

/** What waits for the person at the editor, over all protocols (docs/decisions/0018-needs-you.md). What finds it out is loaded with its protocol. */
export class NeedsSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Tells that something may wait, or not any more. */
  readonly onDidChange = this.#changed.event;
  readonly #found = new vscode.EventEmitter<void>();
  /** Tells that `picture` is of now. */
  readonly onDidFind = this.#found.event;
  #picture = NOTHING;
  readonly #kept = new KeptSources();
  readonly #timelines: FollowedTimelines;
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly sources: NeedsSources) {
    const { session, stacks, team, vault, timelines } = sources;
    const tell = () => this.#changed.fire();
    const escalations = async (root: string) => {
      const { readTimelineNeeds } = await import('./of-project.ts');
      return readTimelineNeeds((query, limit) => timelines.newest(root, query, limit), root);
    };
    this.#timelines = new FollowedTimelines(escalations, tell);
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#found,
      this.#timelines,
      session.onDidChangeAny(() => this.#drop('projects')),
      stacks.onDidChange(() => this.#drop('stacks')),
      team.onDidChange(() => this.#drop('team')),
      vault.onDidChange(() => this.#drop('vault')),
    );
  }

  /** As it was when it was last found out. */
  get picture(): NeedsPicture {
    return this.#picture;
  }

  /** What waits with this id; `undefined` where nothing does any more. */
  find(id: string): WaitingNeed | undefined {
    return [...this.#picture.needs, ...this.#picture.snoozed].find((need) => need.id === id);
  }

  #drop(kind: SourceKind): void {
    this.#kept.drop(kind);
    this.#changed.fire();
  }

  /** Finds out what waits now; of what has told of no change since, what it said within the last half minute. */
  async collect(): Promise<void> {
    const { session, stacks, team, vault } = this.sources;
    const now = session.runtime.clock.now();
    await Promise.all([session.ready(), stacks.ready(), team.ready(), vault.ready()]);
    const found = await this.#kept.read([...this.#ofProjects(now), ...this.#ofStacks(now), ...this.#ofOthers(now)], now);
    const needs = ranked(
      found.flatMap((each) => each.needs),
      now,
    );
    this.#picture = { ...(await this.#withoutSnoozed(needs, now)), sources: found.flatMap(({ source }) => source ?? []), now };
    this.#found.fire();
  }

  #ofProjects(now: number): Source[] {
    const { pictures } = this.sources.session;
    const roots = pictures.flatMap((picture) => (picture.kind === 'project' ? [picture.root] : []));
    this.#timelines.follow(roots);
    return pictures.flatMap((picture): Source[] => {
      if (picture.kind === 'no-folder') return [];
      const { folder } = picture;
      const place = picture.kind === 'project' ? picture.root : folder;
      const others = roots.filter((root) => root !== place);
      const project = others.length === 0 ? null : nameAmong(place, others);
      const swarm = async (): Promise<Reading> => {
        const { projectNeeds } = await import('./of-project.ts');
        return { needs: projectNeeds(picture, now), isKnown: picture.kind === 'project' && picture.view !== null };
      };
      const timeline = async () => known(await this.#timelines.escalations(place, now));
      return [
        { ...{ folder, project, where: '.cortex', of: 'projects' }, id: sourceId('swarm', place), read: swarm },
        { ...{ folder, project, where: 'timeline.crtx', of: null }, id: sourceId('timeline', place), read: timeline },
      ];
    });
  }

  /** What is there once. */
  #ofOthers(now: number): Source[] {
    const { team } = this.sources;
    return [
      { ...OF_NONE, id: sourceId('team', team.store()?.root ?? ''), of: 'team', where: 'the team', read: () => this.#ofTeam(now) },
      { ...OF_NONE, id: 'vault', of: 'vault', where: 'the vault', read: async () => known(await this.#ofVault()) },
    ];
  }

  #ofStacks(now: number): Source[] {
    const { stacks } = this.sources;
    return stacks.opened.map(({ opened }): Source => {
      const read = async (): Promise<Reading> => ({ needs: opened.needs(now), isKnown: opened.isThere });
      return { id: sourceId('stacks', opened.root), of: 'stacks', where: '.cstack', folder: null, project: stacks.labelOf(opened), read };
    });
  }

  async #ofTeam(now: number): Promise<Reading> {
    const { team } = this.sources;
    const { opened, configError: error } = team;
    if (opened === null) return { needs: error === null ? [] : [brokenNeed(error, 'The team')], isKnown: false };
    return { needs: opened.needs(now), isKnown: opened.isThere };
  }

  async #ofVault(): Promise<readonly Need[]> {
    const { state } = this.sources.vault;
    if (state.kind === 'none') return [];
    if (state.kind === 'broken') return [brokenNeed(state.error, 'The memory vault')];
    return (await import('./of-vault.ts')).needsOfVault(state.store);
  }

  async #withoutSnoozed(needs: readonly WaitingNeed[], now: number): Promise<Pick<NeedsPicture, 'needs' | 'snoozed'>> {
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
    this.#subscriptions.dispose();
  }
}

/** Where it is not trusted a project is read from other files. */
const sourceId = (kind: string, place: string): string => JSON.stringify([kind, place, vscode.workspace.isTrusted]);
