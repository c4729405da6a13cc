import path from 'node:path';
import * as vscode from 'vscode';
import { CORTEX_FOLDER } from '../../engine/crtx/index.ts';
import { CortexError } from '../../engine/platform/errors.ts';
import { lineAndColumn, locateJsonPath, wholeJsonPath } from '../../engine/text/json/json-position.ts';
import { reportDone } from '../commands/notifications.ts';
import { openText } from '../commands/open.ts';
import { runCommand } from '../commands/run-command.ts';
import { PageContent, type PageStep } from '../dashboards/page-content.ts';
import type { OpenProblem } from '../dashboards/protocol.ts';
import { STEP_COMMANDS } from '../dashboards/step-commands.ts';
import { isPlain, visible } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { CrtxContent, type ShownContent } from './crtx-content.ts';
import type { CrtxDocument } from './crtx-document.ts';
import { crtxState } from './crtx-state.ts';
import type { CrtxState, CrtxStep, CrtxView } from './protocol.ts';
import { crtxStepSchema, crtxViewSchema } from './protocol.ts';
import { parseValueId, valueAtPath } from './value-path.ts';
import { wholeText } from './value-text.ts';

/** Delay between two updates, in milliseconds. Short, because the user waits for rows while scrolling. */
const DRAW_MS = 40;

/** Inputs of the readable view of a `.crtx` file. */
export interface CrtxParts {
  readonly session: ProjectSession;
  readonly document: CrtxDocument;
}

const NOT_READ = { size: 0, value: undefined, checksum: 'unchecked', problems: [], hidden: null } as const;

const nameOf = ({ uri }: CrtxDocument): string => path.posix.basename(uri.path);

/** The readable view of a `.crtx` file (docs/decisions/0023). */
export class CrtxPage extends PageContent<CrtxState, CrtxView, PageStep<CrtxStep>> {
  readonly #content: CrtxContent;

  constructor(
    private readonly parts: CrtxParts,
    private readonly panel: vscode.WebviewPanel,
  ) {
    const { session, document } = parts;
    const schemas = { viewSchema: crtxViewSchema, stepSchema: crtxStepSchema };
    super({ page: 'crtx', ...schemas, session, drawMs: DRAW_MS }, [document.onDidChange, session.onDidChange]);
    const { clock, sleep } = session.runtime;
    this.#content = new CrtxContent({ changed: () => this.changed(), monotonic: clock.monotonic, pause: () => sleep(0) });
  }

  override prepare(): Promise<void> {
    // Screen readers announce this title. For a custom editor it takes effect only once the page exists.
    this.panel.title = nameOf(this.parts.document);
    return this.parts.document.use();
  }

  override stateFor(view: CrtxView): CrtxState {
    const { session, document } = this.parts;
    const reading = document.reading ?? NOT_READ;
    const sight: ShownContent = this.#content.look(reading.value, view);
    return crtxState({
      name: nameOf(document),
      reading,
      visible: sight,
      isOfProject: this.#isOfProject(),
      now: session.runtime.clock.now(),
    });
  }

  /** Reports whether the dashboards show the content of the file. */
  #isOfProject(): boolean {
    const { viewModel } = this.parts.session;
    const { uri } = this.parts.document;
    if (viewModel.kind !== 'project' || uri.scheme !== 'file') return false;
    return [viewModel.root, viewModel.folder].some((folder) => path.dirname(uri.fsPath) === path.join(folder, CORTEX_FOLDER));
  }

  override openProblem({ line, column }: OpenProblem): Promise<void> {
    return openText(this.parts.document.uri, line, column);
  }

  override async take(step: PageStep<CrtxStep>): Promise<void> {
    switch (step.kind) {
      case 'open-text':
        return openText(this.parts.document.uri, 1, 1);
      case 'open-dashboard':
        return runCommand(STEP_COMMANDS.crtx[step.dashboard]);
      case 'show-in-text':
        return this.#showInText(step.value);
      case 'copy-path':
        return copy(wholeJsonPath(this.#along(step.value).path), 'the path');
      case 'copy-value':
        return copy(wholeText(this.#along(step.value).value), 'the value');
    }
  }

  /** @throws CortexError if the value no longer exists */
  #along(id: string) {
    const { document } = this.parts;
    const along = valueAtPath(document.reading?.value, parseValueId(id) ?? []);
    if (along === null)
      throw new CortexError('not-found', 'the value no longer exists', { file: document.uri.fsPath, next: 'Choose another.' });
    return along;
  }

  async #showInText(id: string): Promise<void> {
    const { uri } = this.parts.document;
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const { line, column } = lineAndColumn(text, locateJsonPath(text, this.#along(id).path));
    await openText(uri, line, column);
  }

  override dispose(): void {
    this.#content.leave();
    super.dispose();
  }
}

/** Copies a text. Escapes invisible characters and those that could be harmful when pasted. */
async function copy(text: string, what: string): Promise<void> {
  const lines = text.split(/\r?\n/).map((line) => (isPlain(line.replaceAll('\t', ' ')) ? line : visible(line)));
  await vscode.env.clipboard.writeText(lines.join('\n'));
  reportDone(`Copied ${what}.`);
}
