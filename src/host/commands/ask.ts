import * as vscode from 'vscode';
import { messageText } from '../model/text.ts';
import { wordFilter } from '../model/words.ts';

/** Thrown when the user dismisses a question. The command ends without a message. */
export class Cancelled extends Error {}

/** Thrown when there is nothing to choose from. Its message is shown unchanged. */
export class NothingToChoose extends Error {}

/** An item of a pick list. Its texts are escaped by `pickText`. */
export interface Choice<Value> extends vscode.QuickPickItem {
  readonly value: Value;
}

export interface Question {
  /** Name of the command. */
  readonly title: string;
  readonly placeHolder: string;
}

const texts = ({ title, placeHolder }: Question): Question => ({ title: messageText(title), placeHolder: messageText(placeHolder) });

/** Maximum number of items to show, because all of them are sent to the window. */
const MAX_SHOWN = 1_000;

/** Shows a pick list. @throws Cancelled, NothingToChoose */
export async function choose<Value>(choices: readonly Choice<Value>[], question: Question): Promise<Value> {
  if (choices.length === 0) throw new NothingToChoose('There is nothing to choose from.');
  if (choices.length > MAX_SHOWN) return chooseAmongMany(choices, question);
  const { title, placeHolder } = texts(question);
  const pick = vscode.window.createQuickPick<Choice<Value>>();
  pick.title = title;
  pick.placeholder = placeHolder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  // Set before the list is shown: `showQuickPick` shows an empty list first, and text typed in that moment would match nothing.
  pick.items = choices;
  return picked(pick);
}

/** Shows a pick list until an item is accepted. @throws Cancelled */
async function picked<Value>(pick: vscode.QuickPick<Choice<Value>>): Promise<Value> {
  try {
    return await new Promise<Value>((resolve, reject) => {
      pick.onDidAccept(() => pick.activeItems.slice(0, 1).map(({ value }) => resolve(value)));
      pick.onDidHide(() => reject(new Cancelled()));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/** Results for the typed text. */
export interface SearchOffer<Value> {
  readonly title: string;
  /** Items in display order. VS Code must not sort them. */
  readonly choices: readonly Choice<Value>[];
}

export interface SearchQuestion<Value> {
  readonly placeHolder: string;
  /** Initial text. */
  readonly typed: string;
  offer(typed: string): SearchOffer<Value>;
  /** Subscribes to changes of the results for the same text. */
  follow(changed: () => void): { dispose(): void };
}

/** Shows a pick list that searches while the user types. @throws Cancelled */
export async function chooseBySearch<Value>({ placeHolder, typed, offer, follow }: SearchQuestion<Value>): Promise<Value> {
  const pick = vscode.window.createQuickPick<Choice<Value>>();
  // Disables VS Code's own sorting. This property is not in the public API.
  Object.assign(pick, { sortByLabel: false });
  pick.placeholder = messageText(placeHolder);
  pick.value = typed;
  const show = () => {
    const { title, choices } = offer(pick.value);
    pick.title = messageText(title);
    // Show all results, even those in which VS Code does not find the typed text.
    pick.items = choices.map((choice) => ({ ...choice, alwaysShow: true }));
  };
  const following = follow(show);
  pick.onDidChangeValue(show);
  show();
  try {
    return await picked(pick);
  } finally {
    following.dispose();
  }
}

/** Like `choose`, for a list that is too long to send. The search runs here, so every item can be found. */
function chooseAmongMany<Value>(choices: readonly Choice<Value>[], { title, placeHolder }: Question): Promise<Value> {
  const offer = (typed: string) => {
    const hasWords = wordFilter(typed);
    const found = choices.filter(({ label, description, detail }) => hasWords(() => [label, description, detail].join(' ')));
    return { title, choices: found.slice(0, MAX_SHOWN) };
  };
  return chooseBySearch({ placeHolder, typed: '', offer, follow: () => ({ dispose: () => {} }) });
}

/** Shows a pick list with multiple selection. @throws Cancelled also if nothing is selected */
export async function chooseSome<Value>(choices: readonly Choice<Value>[], question: Question): Promise<Value[]> {
  const options = { ...texts(question), matchOnDescription: true, canPickMany: true as const };
  const chosen = await vscode.window.showQuickPick(choices, options);
  if (chosen === undefined || chosen.length === 0) throw new Cancelled();
  return chosen.map(({ value }) => value);
}

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  /** Returns an error message for an invalid text. */
  readonly check?: (text: string) => string | undefined;
}

/** Shows an input box. Returns the trimmed text. @throws Cancelled */
export async function askText({ title, prompt, value, check }: TextQuestion): Promise<string> {
  const text = await vscode.window.showInputBox({
    title: messageText(title),
    // VS Code renders links in prompts and validation messages, as in notifications.
    prompt: messageText(prompt),
    ignoreFocusOut: true,
    ...(value !== undefined && { value }),
    ...(check !== undefined && { validateInput: (typed: string) => toMessage(check(typed)) }),
  });
  if (text === undefined) throw new Cancelled();
  return text.trim();
}

const toMessage = (wrong: string | undefined) => (wrong === undefined ? undefined : messageText(wrong));

/** Validates a text that must not be empty. */
export const requireNonEmpty = (text: string): string | undefined => (text.trim() === '' ? 'Enter a value.' : undefined);

/** Validates a non-negative integer. */
export const wholeNumber = (text: string): string | undefined =>
  /^\s*\d{1,15}\s*$/.test(text) ? undefined : 'Enter a whole number, 0 or more.';

/** Validates a non-negative amount of money. */
export const amount = (text: string): string | undefined =>
  /^\s*\d{1,9}(\.\d{1,6})?\s*$/.test(text) ? undefined : 'Enter an amount in US dollars, such as 0.25.';

/** Asks for confirmation of an action that cannot be undone. @throws Cancelled */
export async function confirm(message: string, detail: string, button: string): Promise<void> {
  const options = { modal: true, detail: messageText(detail) };
  const answer = await vscode.window.showWarningMessage(messageText(message), options, messageText(button));
  if (answer === undefined) throw new Cancelled();
}

/**
 * Asks for confirmation of a text that must be shown exactly. A modal dialog keeps its lines and renders no links.
 * @param lines lines without invisible characters @throws Cancelled
 */
export async function confirmLines(message: string, lines: readonly string[], button: string): Promise<void> {
  const options = { modal: true, detail: lines.join('\n') };
  const answer = await vscode.window.showWarningMessage(messageText(message), options, messageText(button));
  if (answer === undefined) throw new Cancelled();
}
