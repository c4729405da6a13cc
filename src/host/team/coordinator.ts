import { Cron } from 'croner';
import * as vscode from 'vscode';
import { describeError } from '../../engine/platform/errors.ts';
import type { TeamConfig, TeamStore } from '../../engine/team/index.ts';
import { sayNoOr } from '../commands/say.ts';
import type { TextDocuments } from '../commands/text-documents.ts';
import { counted, oneLine } from '../model/text.ts';
import { downIn, lastDue, type Turn, takeTurn } from './model/coordinator-turns.ts';
import { statusAt } from './model/team-view-model.ts';
import { showPage } from './team-pages.ts';
import type { TeamSession } from './team-session.ts';

/** What was told, below the team directory; git ignores it. */
const ANNOUNCED = '.local/coordinator.json';
/** Times of day have minutes, and silence is counted in them. */
const EVERY_MINUTE = '* * * * *';
const MOST_NAMES = 5;
const OPEN = 'Open Briefing';

/**
 * Keeps the hours of a coordinator (seed 5, "Coordinator (Chief of Staff)") from now on: shows briefing and review at their times, and
 * says which agents have fallen silent. Of several windows one does so.
 */
export class Coordinator implements vscode.Disposable {
  readonly #clock = new Cron(EVERY_MINUTE, { unref: true }, () => this.look());
  #looking: Promise<void> = Promise.resolve();
  /** What was wrong when it last looked: said once. */
  #problem = '';

  constructor(
    private readonly team: TeamSession,
    private readonly documents: TextDocuments,
  ) {
    this.look();
  }

  /** Tells what there is to tell, one time after the other. */
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
    const names = slugs.slice(0, MOST_NAMES).map((slug) => oneLine(store.agents.get(slug)?.name ?? slug, 60));
    const more = slugs.length > MOST_NAMES ? ', …' : '';
    const text = `${counted(slugs.length, 'agent')} of the team ${slugs.length === 1 ? 'looks' : 'look'} down: ${names.join(', ')}${more}`;
    this.team.log.info(`coordinator: ${text}`);
    const opened = sayNoOr(text, OPEN).then((wanted) => (wanted ? showPage(this.team, this.documents, 'briefing') : undefined));
    void opened.catch((error: unknown) => this.#fail(error));
  }

  dispose(): void {
    this.#clock.stop();
  }
}

/** What is this window's to tell: of many that ask at once one is given it. @throws CortexError where it cannot be remembered */
async function turnIn(store: TeamStore, config: TeamConfig): Promise<Turn> {
  const now = store.runtime.clock.now();
  const { timeZone, dailyBriefing, dailyReview } = config;
  const due = { briefing: lastDue(dailyBriefing, timeZone, now), review: lastDue(dailyReview, timeZone, now) };
  const toAnnounce = { due, down: downIn(statusAt(store, config, now).agents) };
  let turn = takeTurn(store.text(ANNOUNCED), toAnnounce);
  if (turn.text === null) return turn;
  await store.edits.edit(ANNOUNCED, (text) => {
    turn = takeTurn(text, toAnnounce);
    return turn.text;
  });
  return turn;
}
