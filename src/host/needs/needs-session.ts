import * as vscode from 'vscode';
import { type Need, sortByRank } from '../../engine/platform/need.ts';
import type { OpenProtocol } from '../../engine/platform/protocol.ts';
import { distinctName } from '../model/shown-project.ts';
import type { ProtocolSession } from '../protocol-session.ts';
import type { ProjectSession } from '../session.ts';
import type { TimelineAsking } from '../timeline-asking.ts';
import { FollowedTimelines } from './followed-timelines.ts';
import { type NeedSource, NeedSources, type Reading, toReading } from './model/need-sources.ts';
import type { NeedsViewModel, WaitingNeed } from './model/waiting.ts';

/** Sources of needs. */
export interface NeedsSources {
  readonly session: ProjectSession;
  readonly protocols: readonly ProtocolSession<OpenProtocol>[];
  readonly timelines: TimelineAsking;
  readonly log: vscode.LogOutputChannel;
}

const NOTHING: NeedsViewModel = { needs: [], snoozed: [], sources: [], now: 0 };

/** The needs of the user from all protocols (docs/decisions/0018-needs-you.md). Code of a protocol is loaded with the protocol. */
export class NeedsSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when needs may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #found = new vscode.EventEmitter<void>();
  /** Fires when `viewModel` was updated. */
  readonly onDidFind = this.#found.event;
  #viewModel = NOTHING;
  readonly #kept = new NeedSources();
  readonly #timelines: FollowedTimelines;
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly sources: NeedsSources) {
    const { session, protocols, timelines } = sources;
    const notify = () => this.#changed.fire();
    const escalations = async (root: string) => {
      const { readTimelineNeeds } = await import('../../engine/workspace/timeline-needs.ts');
      return readTimelineNeeds((query, limit) => timelines.newest(root, query, limit), root);
    };
    this.#timelines = new FollowedTimelines(escalations, notify);
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#found,
      this.#timelines,
      session.onDidChangeAny(() => this.#drop('projects')),
      ...protocols.map((each) => each.onDidChange(() => this.#drop(each.protocol.name))),
    );
  }

  /** The needs that were collected last. */
  get viewModel(): NeedsViewModel {
    return this.#viewModel;
  }

  /** Returns the need with an id; `undefined` if it is no longer open. */
  find(id: string): WaitingNeed | undefined {
    return [...this.#viewModel.needs, ...this.#viewModel.snoozed].find((need) => need.id === id);
  }

  #drop(kind: string): void {
    this.#kept.drop(kind);
    this.#changed.fire();
  }

  /** Collects the needs. Sources that reported no change are read again only after half a minute. */
  async collect(): Promise<void> {
    const { session, protocols } = this.sources;
    const now = session.runtime.clock.now();
    await Promise.all([session, ...protocols].map((each) => each.ready()));
    const found = await this.#kept.read([...this.#ofProjects(now), ...protocols.flatMap((each) => sourcesOf(each, now))], now);
    const needs = sortByRank(
      found.flatMap((each) => each.needs),
      now,
    );
    this.#viewModel = { ...(await this.#withoutSnoozed(needs, now)), sources: found.flatMap(({ source }) => source ?? []), now };
    this.#found.fire();
  }

  #ofProjects(now: number): NeedSource[] {
    const { workspaces } = this.sources.session;
    const roots = workspaces.flatMap(({ opened }) => (opened.hasProject ? [opened.root] : []));
    this.#timelines.follow(roots);
    return workspaces.flatMap(({ folder, opened }): NeedSource[] => {
      const place = opened.root;
      const others = roots.filter((root) => root !== place);
      const project = others.length === 0 ? null : distinctName(place, others);
      const swarm = async (): Promise<Reading> => ({ needs: await opened.needs(now), isKnown: opened.isThere });
      const timeline = async () => toReading(await this.#timelines.escalations(place, now));
      return [
        { folder, project, where: '.cortex', of: 'projects', id: sourceId('swarm', place), read: swarm },
        { folder, project, where: 'timeline.crtx', of: null, id: sourceId('timeline', place), read: timeline },
      ];
    });
  }

  async #withoutSnoozed(needs: readonly WaitingNeed[], now: number): Promise<Pick<NeedsViewModel, 'needs' | 'snoozed'>> {
    if (needs.length === 0) return { needs, snoozed: [] };
    const { snoozeTest } = await import('./snoozing.ts');
    const isAside = snoozeTest(this.sources.session.runtime, this.sources.log);
    return { needs: needs.filter((need) => !isAside(need, now)), snoozed: needs.filter((need) => isAside(need, now)) };
  }

  /** Snoozes a need, or ends its snooze. @param until milliseconds since 1970 UTC; 0 ends the snooze @throws CortexError */
  async snooze(need: Need, until: number): Promise<void> {
    const { snooze } = await import('./snoozing.ts');
    await snooze(this.sources.session.runtime, need, until);
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

/** The id includes the trust, because an untrusted project is read from other files. */
const sourceId = (kind: string, place: string): string => JSON.stringify([kind, place, vscode.workspace.isTrusted]);

/** Returns the sources of a protocol, one for each root. @param now milliseconds since 1970 UTC */
function sourcesOf(session: ProtocolSession<OpenProtocol>, now: number): NeedSource[] {
  const { name, title } = session.protocol;
  return session.roots.map((place): NeedSource => {
    const read = async (): Promise<Reading> => ({ needs: await place.needs(now), isKnown: place.opened?.isThere === true });
    return { id: sourceId(name, place.root), of: name, where: title, folder: null, project: session.labelOf(place), read };
  });
}
