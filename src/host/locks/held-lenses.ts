import * as vscode from 'vscode';
import { messageText } from '../model/text.ts';
import type { HeldFiles, LockStep } from './held-files.ts';
import { bannerText, reasonText } from './model/held-text.ts';

/** Between two tellings, milliseconds. */
const DRAW_MS = 250;
const TOP = new vscode.Range(0, 0, 0, 0);

/** Says above a file that somebody else holds who it is, and offers what may be done. In Restricted Mode nothing is offered that writes. */
export function registerHeldLenses(held: HeldFiles): vscode.Disposable {
  const lenses = new HeldLenses(held);
  return vscode.Disposable.from(lenses, vscode.languages.registerCodeLensProvider({ scheme: 'file' }, lenses));
}

class HeldLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  /** What stands above the files that are open, by address. */
  readonly #said = new Map<string, string>();
  readonly #subscription: vscode.Disposable;

  constructor(private readonly held: HeldFiles) {
    const redraw = held.session.drawing(() => this.#draw(), DRAW_MS);
    const soon = () => void redraw.request();
    this.#subscription = vscode.Disposable.from(
      redraw,
      held.onDidChange(soon),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('cortex.person') && soon()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#said.delete(uri.toString())),
    );
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const steps = this.#stepsFor(uri);
    this.#said.set(uri.toString(), JSON.stringify(steps));
    return steps.map(({ title, command, subject }) => new vscode.CodeLens(TOP, { title, command, arguments: [subject] }));
  }

  #stepsFor(uri: vscode.Uri): readonly LockStep[] {
    const found = this.held.holderOf(uri);
    if (found === null) return [];
    const show = this.held.show(found);
    const first = { ...show, title: `$(lock) ${messageText(bannerText(found, this.held.session.runtime.clock.now()))}` };
    const settle = vscode.workspace.isTrusted ? this.held.settle(found, uri) : [];
    // Last: of a line that is longer than the editor is wide the end is out of reach.
    const why = reasonText(found) === '' ? [] : [{ ...show, title: messageText(reasonText(found)) }];
    return [first, ...settle, ...why];
  }

  #draw(): void {
    const isOther = ([address, said]: readonly [string, string]) => JSON.stringify(this.#stepsFor(vscode.Uri.parse(address))) !== said;
    if ([...this.#said].some(isOther)) this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
