import path from 'node:path';
import * as vscode from 'vscode';
import { CORTEX_FOLDER } from '../../engine/crtx/index.ts';
import { CortexError } from '../../engine/platform/errors.ts';
import { lineAndColumn, locateJsonPath, wholeJsonPath } from '../../engine/text/json-position.ts';
import { openText } from '../commands/open.ts';
import { runCommand } from '../commands/run-command.ts';
import { sayDone, sayError } from '../commands/say.ts';
import type { Page } from '../dashboards/dashboards.ts';
import { fillPanel } from '../dashboards/page-panel.ts';
import { changedSnapshot } from '../dashboards/snapshot-changes.ts';
import { isPlain, visible } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { CrtxContent, type CrtxSight } from './crtx-content.ts';
import type { CrtxDocument } from './crtx-document.ts';
import { crtxState } from './crtx-state.ts';
import type { CrtxState, CrtxStep, CrtxView } from './protocol.ts';
import { crtxStepSchema, crtxViewSchema } from './protocol.ts';
import { pathOf, valueAlong } from './value-path.ts';
import { wholeText } from './value-text.ts';

/** A person who scrolls waits for the rows. */
const DRAW_MS = 40;

const COMMANDS = {
  swarm: 'cortex.dashboard.open',
  locks: 'cortex.locks.open',
  timeline: 'cortex.timeline.open',
  graph: 'cortex.graph.open',
} as const;

/** What the readable view of a `.crtx` file is given. */
export interface CrtxParts {
  readonly session: ProjectSession;
  readonly document: CrtxDocument;
  readonly log: vscode.LogOutputChannel;
}

/** The readable view of a `.crtx` file (docs/decisions/0023). */
export function crtxPage(parts: CrtxParts, extension: vscode.Uri): Page {
  return (panel) => {
    const desk = new CrtxDesk(parts);
    const content = {
      page: 'crtx' as const,
      viewSchema: crtxViewSchema,
      stepSchema: crtxStepSchema,
      drawing: (draw: () => Promise<void>) => parts.session.drawing(draw, DRAW_MS),
      prepare: () => {
        // What a screen reader calls the page: that of a custom editor can be named only when it is there.
        panel.title = nameOf(parts.document);
        return parts.document.use();
      },
      stateFor: (view: CrtxView) => desk.stateFor(view),
      changesOf: changedSnapshot<CrtxState>,
      take: (step: CrtxStep) => desk.take(step),
      onDidChange: desk.onDidChange,
    };
    return vscode.Disposable.from(fillPanel(panel, content, extension, parts.log), desk);
  };
}

const NOT_READ = { size: 0, value: undefined, checksum: 'unchecked', problems: [], hidden: null } as const;

const nameOf = ({ uri }: CrtxDocument): string => path.posix.basename(uri.path);

/** What a tab shows of a file, and what is done from it. */
class CrtxDesk implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  readonly #content: CrtxContent;

  constructor(private readonly parts: CrtxParts) {
    const { session, document } = parts;
    const changed = () => this.#changed.fire();
    const { clock, sleep } = session.runtime;
    this.#content = new CrtxContent({ changed, monotonic: clock.monotonic, pause: () => sleep(0) });
    this.#subscription = vscode.Disposable.from(document.onDidChange(changed), session.onDidChange(changed), this.#changed);
  }

  stateFor(view: CrtxView): CrtxState {
    const { session, document } = this.parts;
    const reading = document.reading ?? NOT_READ;
    const sight: CrtxSight = this.#content.look(reading.value, view);
    return crtxState({ name: nameOf(document), reading, sight, isOfProject: this.#isOfProject(), now: session.runtime.clock.now() });
  }

  /** Whether the dashboards show what the file says. */
  #isOfProject(): boolean {
    const { picture } = this.parts.session;
    const { uri } = this.parts.document;
    if (picture.kind !== 'project' || uri.scheme !== 'file') return false;
    return [picture.root, picture.folder].some((folder) => path.dirname(uri.fsPath) === path.join(folder, CORTEX_FOLDER));
  }

  take(step: CrtxStep): string | null {
    const { document, log } = this.parts;
    const isTold = step.kind !== 'open-problem' || document.reading?.problems.some(({ file }) => file === step.file) === true;
    if (!isTold) return 'The page asked for a problem that it was not told of.';
    this.#do(step).catch((error: unknown) => sayError(error, 'cortex.crtx.open', log));
    return null;
  }

  async #do(step: CrtxStep): Promise<void> {
    const { uri } = this.parts.document;
    switch (step.kind) {
      case 'open-text':
        return openText(uri, 1, 1);
      case 'open-problem':
        return openText(uri, step.line, step.column);
      case 'open-dashboard':
        return runCommand(COMMANDS[step.dashboard]);
      case 'show-in-text':
        return this.#showInText(step.value);
      case 'copy-path':
        return copy(wholeJsonPath(this.#along(step.value).path), 'The path');
      case 'copy-value':
        return copy(wholeText(this.#along(step.value).value), 'The value');
    }
  }

  /** @throws CortexError when it is not there any more */
  #along(id: string) {
    const { document } = this.parts;
    const along = valueAlong(document.reading?.value, pathOf(id) ?? []);
    if (along === null)
      throw new CortexError('not-found', 'there is no such value any more', { file: document.uri.fsPath, next: 'Choose another.' });
    return along;
  }

  async #showInText(id: string): Promise<void> {
    const { uri } = this.parts.document;
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const { line, column } = lineAndColumn(text, locateJsonPath(text, this.#along(id).path));
    await openText(uri, line, column);
  }

  dispose(): void {
    this.#content.leave();
    this.#subscription.dispose();
  }
}

/** Copies a text, with what would be unseen, or could do harm where it is pasted, written as its number. */
async function copy(text: string, what: string): Promise<void> {
  const lines = text.split(/\r?\n/).map((line) => (isPlain(line.replaceAll('\t', ' ')) ? line : visible(line)));
  await vscode.env.clipboard.writeText(lines.join('\n'));
  sayDone(`${what} is copied.`);
}
