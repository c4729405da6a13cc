import * as vscode from 'vscode';
import { messageText } from '../model/text.ts';
import { wordsIn } from '../model/words.ts';

/** Thrown when a person leaves a question unanswered: the command ends, and nothing is said. */
export class Cancelled extends Error {}

/** Nothing to choose from: said to the person as it is. */
export class NothingToChoose extends Error {}

/** One thing to choose. Its texts are `pickText`. */
export interface Choice<Value> extends vscode.QuickPickItem {
  readonly value: Value;
}

export interface Question {
  /** What the command does. */
  readonly title: string;
  readonly placeHolder: string;
}

const texts = ({ title, placeHolder }: Question): Question => ({ title: messageText(title), placeHolder: messageText(placeHolder) });

/** Nobody reads on, and all of them would have to be sent to the editor's window. */
const MOST_SHOWN = 1_000;

/** Lets a person choose one thing. @throws Cancelled, NothingToChoose */
export async function choose<Value>(choices: readonly Choice<Value>[], question: Question): Promise<Value> {
  if (choices.length === 0) throw new NothingToChoose('There is nothing to choose from.');
  if (choices.length > MOST_SHOWN) return chooseAmongMany(choices, question);
  const { title, placeHolder } = texts(question);
  const pick = vscode.window.createQuickPick<Choice<Value>>();
  pick.title = title;
  pick.placeholder = placeHolder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  // From the start: `showQuickPick` is there before its choices, and what is typed meanwhile then finds none of them.
  pick.items = choices;
  return picked(pick);
}

/** Shows it until something is chosen. @throws Cancelled */
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

/** What is found for a text while it is typed. */
export interface Offer<Value> {
  readonly title: string;
  /** In the order in which they are shown, whatever the editor thinks of how well they match. */
  readonly choices: readonly Choice<Value>[];
}

export interface SearchQuestion<Value> {
  readonly placeHolder: string;
  /** What is typed at first. */
  readonly typed: string;
  offer(typed: string): Offer<Value>;
  /** Tells when something else is to be offered for the same text, until it is disposed of. */
  follow(changed: () => void): { dispose(): void };
}

/** Lets a person look for one thing among many, and choose it. @throws Cancelled */
export async function chooseTyping<Value>({ placeHolder, typed, offer, follow }: SearchQuestion<Value>): Promise<Value> {
  const pick = vscode.window.createQuickPick<Choice<Value>>();
  // The editor would put first what matches best by its own rules; it has no public name for that yet.
  Object.assign(pick, { sortByLabel: false });
  pick.placeholder = messageText(placeHolder);
  pick.value = typed;
  const show = () => {
    const { title, choices } = offer(pick.value);
    pick.title = messageText(title);
    // What was found is shown, whether or not the editor sees the words in it.
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

/** As `choose`, by words that are looked for here: each can be found. */
function chooseAmongMany<Value>(choices: readonly Choice<Value>[], { title, placeHolder }: Question): Promise<Value> {
  const offer = (typed: string) => {
    const hasWords = wordsIn(typed);
    const found = choices.filter(({ label, description, detail }) => hasWords(() => [label, description, detail].join(' ')));
    return { title, choices: found.slice(0, MOST_SHOWN) };
  };
  return chooseTyping({ placeHolder, typed: '', offer, follow: () => ({ dispose: () => {} }) });
}

/** Lets a person choose any number of things. @throws Cancelled also for none */
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
  /** Says what is wrong with the text, or nothing. */
  readonly check?: (text: string) => string | undefined;
}

/** Lets a person write a text. @throws Cancelled */
export async function write({ title, prompt, value, check }: TextQuestion): Promise<string> {
  const text = await vscode.window.showInputBox({
    title: messageText(title),
    // The editor makes links of a prompt, and of what is wrong, as it does in a message.
    prompt: messageText(prompt),
    ignoreFocusOut: true,
    ...(value !== undefined && { value }),
    ...(check !== undefined && { validateInput: (typed: string) => said(check(typed)) }),
  });
  if (text === undefined) throw new Cancelled();
  return text.trim();
}

const said = (wrong: string | undefined) => (wrong === undefined ? undefined : messageText(wrong));

/** For a text that must not be empty. */
export const something = (text: string): string | undefined => (text.trim() === '' ? 'Write something.' : undefined);

/** For a whole number that is not negative. */
export const wholeNumber = (text: string): string | undefined =>
  /^\s*\d{1,15}\s*$/.test(text) ? undefined : 'Write a whole number, 0 or more.';

/** For an amount of money that is not negative. */
export const amount = (text: string): string | undefined =>
  /^\s*\d{1,9}(\.\d{1,6})?\s*$/.test(text) ? undefined : 'Write an amount in US dollars, such as 0.25.';

/** Asks before something that cannot be taken back. @throws Cancelled */
export async function confirm(message: string, detail: string, button: string): Promise<void> {
  const options = { modal: true, detail: messageText(detail) };
  const answer = await vscode.window.showWarningMessage(messageText(message), options, messageText(button));
  if (answer === undefined) throw new Cancelled();
}

/**
 * Asks before something that must be seen to the letter. A modal dialog keeps the lines and makes no links of them.
 * @param lines in which nothing is unseen @throws Cancelled
 */
export async function confirmLines(message: string, lines: readonly string[], button: string): Promise<void> {
  const options = { modal: true, detail: lines.join('\n') };
  const answer = await vscode.window.showWarningMessage(messageText(message), options, messageText(button));
  if (answer === undefined) throw new Cancelled();
}
