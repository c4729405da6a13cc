import * as vscode from 'vscode';
import { messageText } from '../model/text.ts';
import type { HeldFiles, LockStep } from './held-files.ts';
import { bannerText, reasonText } from './model/held-text.ts';

/** Minimum delay between two updates, in milliseconds. */
const DRAW_MS = 250;
const TOP = new vscode.Range(0, 0, 0, 0);

/** Registers code lenses above files that other agents have locked. In Restricted Mode there are no actions that write. */
export function registerHeldLenses(held: HeldFiles): vscode.Disposable {
  const lenses = new HeldLenses(held);
  return vscode.Disposable.from(lenses, vscode.languages.registerCodeLensProvider({ scheme: 'file' }, lenses));
}

class HeldLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  /** Lenses of the open files, by URI, to detect changes. */
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
    // The reason is last, because the end of a long line may not be visible.
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
