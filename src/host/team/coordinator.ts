import { Cron } from 'croner';
import * as vscode from 'vscode';
import { describeError } from '../../engine/platform/errors.ts';
import type { TeamConfig, TeamStore } from '../../engine/team/index.ts';
import { showWarningWithAction } from '../commands/notifications.ts';
import type { TextDocuments } from '../commands/text-documents.ts';
import { counted, oneLine } from '../model/text.ts';
import { type AnnouncementPlan, findUnresponsive, lastDueTime, planAnnouncements } from './model/coordinator-turns.ts';
import { readTeamStatus } from './model/team-view-model.ts';
import { showPage } from './team-pages.ts';
import type { TeamSession } from './team-session.ts';

/** File with the announcements that were already made, below the team directory. Git ignores it. */
const ANNOUNCED = '.local/coordinator.json';
/** Cron schedule. Due times and heartbeat ages have a precision of minutes. */
const EVERY_MINUTE = '* * * * *';
const MAX_NAMES = 5;
const OPEN = 'Open Briefing';

/**
 * Performs the periodic work of a coordinator (seed 5, "Coordinator (Chief of Staff)"): shows the briefing and the review when they are
 * due, and announces agents that are down. If several windows are open, only one of them does so.
 */
export class Coordinator implements vscode.Disposable {
  readonly #clock = new Cron(EVERY_MINUTE, { unref: true }, () => this.look());
  #looking: Promise<void> = Promise.resolve();
  /** The last error, so that it is logged only once. */
  #problem = '';

  constructor(
    private readonly team: TeamSession,
    private readonly documents: TextDocuments,
  ) {
    this.look();
  }

  /** Makes the announcements that are due. Calls run one after another. */
  look(): void {
    this.#looking = this.#looking.then(() => this.#look()).catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    const problem = describeError(error);
    if (problem !== this.#problem) this.team.log.warn(`coordinator: ${problem}`);
    this.#problem = problem;
  }

  async #look(): Promise<void> {
    await this.team.ready();
    const [store, config] = [this.team.store(), this.team.config()];
    if (store === null || config === null || this.#clock.isStopped() || !vscode.workspace.isTrusted) return;
    const { pages, down } = await turnIn(store, config);
    for (const page of pages) {
      this.team.log.info(`coordinator: ${page}`);
      await showPage(this.team, this.documents, page, true);
    }
    if (down.length > 0) this.#announceDown(store, down);
  }

  #announceDown(store: TeamStore, slugs: readonly string[]): void {
    const names = slugs.slice(0, MAX_NAMES).map((slug) => oneLine(store.agents.get(slug)?.name ?? slug, 60));
    const more = slugs.length > MAX_NAMES ? ', …' : '';
    const text = `${counted(slugs.length, 'agent')} of the team ${slugs.length === 1 ? 'looks' : 'look'} down: ${names.join(', ')}${more}`;
    this.team.log.info(`coordinator: ${text}`);
    const opened = showWarningWithAction(text, OPEN).then((wanted) =>
      wanted ? showPage(this.team, this.documents, 'briefing') : undefined,
    );
    void opened.catch((error: unknown) => this.#fail(error));
  }

  dispose(): void {
    this.#clock.stop();
  }
}

/** Claims the announcements for this window, so that no other window makes them too. @throws CortexError if they cannot be stored */
async function turnIn(store: TeamStore, config: TeamConfig): Promise<AnnouncementPlan> {
  const now = store.runtime.clock.now();
  const { timeZone, dailyBriefing, dailyReview } = config;
  const due = { briefing: lastDueTime(dailyBriefing, timeZone, now), review: lastDueTime(dailyReview, timeZone, now) };
  const toAnnounce = { due, down: findUnresponsive(readTeamStatus(store, config, now).agents) };
  let turn = planAnnouncements(store.text(ANNOUNCED), toAnnounce);
  if (turn.text === null) return turn;
  await store.edits.edit(ANNOUNCED, (text) => {
    turn = planAnnouncements(text, toAnnounce);
    return turn.text;
  });
  return turn;
}
