import path from 'node:path';
import * as vscode from 'vscode';
import { listTimelineOutput, type SwarmAgent, type SwarmLock, type TaskNode, type TimelineEntry } from '../../engine/crtx/index.ts';
import { manifestOf, type ProjectPicture } from '../model/picture.ts';
import { indexOf, type TaskEntry } from '../model/task-index.ts';
import { counted, duration, pickText, usd } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { Cancelled, type Choice, choose, chooseSome, NothingToChoose, something, write } from './ask.ts';
import { operationNamed, runOperation } from './operations.ts';

/** Lists are cut here: nobody reads on, and all of it would have to be sent to the editor's window. */
const MOST_CHOICES = 5_000;
/** Of the timeline, whose entries are read with everything in them. */
const MOST_ENTRIES = 200;

function required<Value>(choices: readonly Choice<Value>[], nothing: string): readonly Choice<Value>[] {
  if (choices.length === 0) throw new NothingToChoose(nothing);
  return choices.slice(0, MOST_CHOICES);
}

/** @throws NothingToChoose, Cancelled */
export function pickTask(picture: ProjectPicture, title: string, fits: (node: TaskNode) => boolean): Promise<TaskNode> {
  const manifest = manifestOf(picture);
  const index = manifest === null ? null : indexOf(manifest);
  const choices = (index?.entries ?? []).filter(({ node }) => node.children.length === 0 && fits(node)).map(taskChoice);
  return choose(required(choices, 'There is no task for that now.'), { title, placeHolder: 'Choose a task' });
}

function taskChoice({ node }: TaskEntry): Choice<TaskNode> {
  const { id, description, status, assignedTo } = node;
  const detail = assignedTo === undefined ? status : `${status}, ${assignedTo}`;
  return { label: pickText(description) || pickText(id), description: `${pickText(id, 60)} · ${pickText(detail)}`, value: node };
}

/** An agent that is in the swarm. @throws NothingToChoose, Cancelled */
export function pickAgent(picture: ProjectPicture, title: string, fits: (agent: SwarmAgent) => boolean = isHere): Promise<string> {
  const agents = (manifestOf(picture)?.agents ?? []).filter(fits);
  const choices = agents.map(({ id, role, status, costUsd }) => ({
    label: pickText(id, 60),
    description: `${pickText(role, 60)} · ${status} · ${usd(costUsd)}`,
    value: id,
  }));
  return choose(required(choices, 'No agent is in the swarm; recruit one first.'), { title, placeHolder: 'Choose an agent' });
}

export const isHere = ({ status }: SwarmAgent): boolean => status !== 'done' && status !== 'failed';

/** @throws NothingToChoose, Cancelled */
export function pickLocks(picture: ProjectPicture, title: string, fits: (lock: SwarmLock) => boolean = () => true): Promise<SwarmLock[]> {
  return chooseSome(lockChoices(picture, fits), { title, placeHolder: 'Choose locks' });
}

/** @throws NothingToChoose, Cancelled */
export function pickLock(picture: ProjectPicture, title: string, fits: (lock: SwarmLock) => boolean = () => true): Promise<SwarmLock> {
  return choose(lockChoices(picture, fits), { title, placeHolder: 'Choose a lock' });
}

function lockChoices({ view, now }: ProjectPicture, fits: (lock: SwarmLock) => boolean): readonly Choice<SwarmLock>[] {
  const choices = (view?.locks ?? []).filter(fits).map((lock) => ({
    label: pickText(lock.path),
    description: `${pickText(lock.agentId, 60)} · ${lock.type} · ${duration(lock.expiresAt - now)} left`,
    ...(lock.reason !== '' && { detail: pickText(lock.reason) }),
    value: lock,
  }));
  return required(choices, 'Nothing is locked.');
}

/** A role: those that agents have, or another one. @throws Cancelled */
export async function pickRole(picture: ProjectPicture, title: string): Promise<string> {
  const known = [...new Set((manifestOf(picture)?.agents ?? []).map(({ role }) => role))];
  const ask = () => write({ title, prompt: 'What is the agent here for?', check: something });
  if (known.length === 0) return ask();
  const choices: Choice<string | null>[] = known.map((role) => ({ label: pickText(role), value: role }));
  choices.push({ label: '$(edit) Another role…', value: null });
  return (await choose(choices, { title, placeHolder: 'Choose what the agent is here for' })) ?? ask();
}

type PathChoice = { readonly path: string } | 'browse' | 'type';

/** Paths to lock, relative to the project: of open editors, chosen from the disk, or typed. @throws Cancelled */
export async function pickPaths(root: string, title: string): Promise<string[]> {
  const choices: Choice<PathChoice>[] = openFiles(root).map((file) => ({
    label: pickText(file),
    description: 'open',
    value: { path: file },
  }));
  choices.push(
    { label: '$(folder-opened) Choose files or folders…', value: 'browse' },
    { label: '$(edit) Type a path or a glob…', value: 'type' },
  );
  const chosen = await choose(choices, { title, placeHolder: 'Choose what to lock' });
  if (chosen === 'browse') return browse(root, title);
  if (chosen === 'type')
    return [await write({ title, prompt: 'A file, a folder (ending in /) or a glob, relative to the project', check: something })];
  return [chosen.path];
}

function openFiles(root: string): string[] {
  const files = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .map(({ input }) => (input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? inside(root, input.uri.fsPath) : null))
    .filter((file) => file !== null);
  return [...new Set(files)];
}

async function browse(root: string, title: string): Promise<string[]> {
  const chosen = await vscode.window.showOpenDialog({
    title,
    canSelectMany: true,
    canSelectFiles: true,
    canSelectFolders: true,
    openLabel: 'Lock',
    defaultUri: vscode.Uri.file(root),
  });
  if (chosen === undefined || chosen.length === 0) throw new Cancelled();
  return Promise.all(
    chosen.map(async (uri) => {
      const { type } = await vscode.workspace.fs.stat(uri);
      // What lies outside stays as it is: the operation refuses it and says why.
      const file = inside(root, uri.fsPath) ?? uri.fsPath;
      return type === vscode.FileType.Directory ? `${file}/` : file;
    }),
  );
}

/** The path of a file relative to the project, with forward slashes; `null` when it is not in it. */
function inside(root: string, file: string): string | null {
  const relative = path.relative(root, file);
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return null;
  return relative.split(path.sep).join('/');
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long a lock is to last, milliseconds. @throws Cancelled */
export function pickDuration(title: string): Promise<number> {
  const choices = [5 * MINUTE, 15 * MINUTE, MINUTE, 60 * MINUTE, 8 * 60 * MINUTE].map((value) => ({ label: duration(value), value }));
  return choose(choices, { title, placeHolder: 'For how long?' });
}

/** One of the newest entries of the timeline. @throws NothingToChoose, Cancelled, CortexError */
export async function pickEntry(
  session: ProjectSession,
  title: string,
  fits: (entry: TimelineEntry) => boolean = () => true,
): Promise<TimelineEntry> {
  const { output } = await runOperation(session, operationNamed('timeline list'), { limit: MOST_ENTRIES });
  const { entries } = listTimelineOutput.parse(output);
  const choices = entries.filter(fits).map((entry) => ({
    label: pickText(entry.action),
    description: `${pickText(entry.agentId, 60)} · ${pickText(entry.type, 30)} · ${new Date(entry.timestamp).toLocaleString()}`,
    detail: pickText(entry.reasoning, 200),
    value: entry,
  }));
  const placeHolder = `${counted(choices.length, 'entry', 'entries')} of the newest ${entries.length}`;
  const nothing = entries.length === 0 ? 'Nothing is recorded yet.' : `None of the newest ${entries.length} entries is pending.`;
  return choose(required(choices, nothing), { title, placeHolder });
}
