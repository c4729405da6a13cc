import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import { changedAgentOutput, STACK_FOLDER, stackInitOutput } from '../../engine/stack/index.ts';
import { askText, choose, requireNonEmpty } from '../commands/ask.ts';
import type { Handlers } from '../commands/handlers.ts';
import { reportDone } from '../commands/notifications.ts';
import { openPlace } from '../commands/open.ts';
import { runStackOperation, type Work } from '../commands/operations.ts';
import { requireTrust } from '../commands/trust.ts';
import type { RegisteredId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import { counted, oneLine, pickText } from '../model/text.ts';
import type { StackSession } from './stack-session.ts';
import { agentFolder, chooseStacks, stackAt } from './which-stack.ts';

/** Handlers of the commands that create stacks and agents, by id. */
export function agentCommands(session: StackSession, log: vscode.LogOutputChannel) {
  return {
    'cortex.stack.init': (subject) => init(session, subject, log),
    'cortex.stack.initFolder': () => init(session, null, log),
    'cortex.stack.addAgent': () => addAgent(session, log),
  } satisfies Partial<Handlers<RegisteredId>>;
}

function workIn(session: StackSession, directory: string, log: vscode.LogOutputChannel): Work {
  return { runtime: session.session.runtime, directory, log };
}

async function init(session: StackSession, subject: Subject | null, log: vscode.LogOutputChannel): Promise<void> {
  requireTrust();
  const { folder, within } = await folderFor(session, subject);
  const directory = await makeStack(workIn(session, within, log), folder);
  await session.refresh();
  await openPlace(path.join(directory, 'CURRENT.md'), 1, 1);
}

/** Creates the missing files of a stack, and reports the result. @returns its folder */
async function makeStack(work: Work, folder: string): Promise<string> {
  const { output } = await runStackOperation(work, 'init', { path: folder });
  const { directory, made } = stackInitOutput().parse(output);
  reportDone(
    made.length === 0
      ? `There is a stack already: ${oneLine(directory, 200)}`
      : `Created ${counted(made.length, 'file')} in ${oneLine(directory, 200)}.`,
  );
  return directory;
}

interface Place {
  readonly folder: string;
  /** Folder that it must not lead out of. */
  readonly within: string;
}

/** Returns the folder for a new stack: from AGENTS.md, else one of the open folders. @throws Cancelled, CortexError */
async function folderFor(session: StackSession, subject: Subject | null): Promise<Place> {
  if (subject?.kind === 'stack') {
    const { files, stacks } = stackAt(session, subject.directory);
    const folder = agentFolder(files);
    if (path.join(folder, STACK_FOLDER) === files.directory) return { folder, within: stacks.root };
    const next = `Write a path that ends with /${STACK_FOLDER}/ after "Stack:" in AGENTS.md.`;
    throw new CortexError('invalid-input', 'a stack folder must be named .cstack', { file: files.directory, next });
  }
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const choices = folders.map(({ name, uri }) => ({ label: pickText(name, 60), description: pickText(uri.fsPath), value: uri.fsPath }));
  const [only] = choices;
  if (only === undefined) throw new CortexError('not-found', 'no folder is open', { next: 'Open the folder of a project first.' });
  const question = { title: 'Initialize Stack', placeHolder: 'Choose the folder to initialize' };
  const folder = choices.length === 1 ? only.value : await choose(choices, question);
  return { folder, within: folder };
}

/** Converts a name to a folder name; may be empty. */
function folderName(name: string): string {
  return name
    .replace(/^agent-/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

async function addAgent(session: StackSession, log: vscode.LogOutputChannel): Promise<void> {
  requireTrust();
  const title = 'Add Agent';
  const { root } = await chooseStacks(session, title);
  const name = await askText({ title, prompt: 'Agent name, the address of its messages', check: requireNonEmpty });
  const role = await askText({ title, prompt: 'Responsibility', check: requireNonEmpty });
  const value = `./${folderName(name) || 'agent'}/${STACK_FOLDER}/`;
  const stack = await askText({ title, prompt: 'Stack folder, relative to AGENTS.md', value, check: requireNonEmpty });
  const work = workIn(session, root, log);
  const { output } = await runStackOperation(work, 'agents add', { name, role, stack });
  const { file, agent } = changedAgentOutput().parse(output);
  await session.refresh();
  const own = session.opened.find(({ opened }) => opened.root === root)?.opened.files ?? [];
  const missing = own.find((files) => files.name === agent.name && !files.exists());
  if (missing !== undefined) await makeStack(work, (await folderFor(session, { kind: 'stack', directory: missing.directory })).folder);
  await session.refresh();
  await openPlace(file, agent.line, 1);
}
