import * as vscode from 'vscode';
import { fileOfLockPath, listTimelineOutput, type SwarmLock, type TaskNode, type TimelineEntry } from '../../engine/crtx/index.ts';
import type { FileSystem } from '../../engine/kernel/file-system.ts';
import { lockPathOf } from '../model/lock-files.ts';
import { isHere, manifestOf, type ProjectPicture } from '../model/picture.ts';
import { indexOf, type TaskEntry } from '../model/task-index.ts';
import { counted, duration, oneLine, pickText, usd } from '../model/text.ts';
import { Cancelled, type Choice, choose, chooseSome, NothingToChoose, something, write } from './ask.ts';
import { runOperation, type Work } from './operations.ts';
import { conclude } from './say.ts';

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
export function pickAgent(picture: ProjectPicture, title: string): Promise<string> {
  const agents = (manifestOf(picture)?.agents ?? []).filter(isHere);
  const choices = agents.map(({ id, role, status, costUsd }) => ({
    label: pickText(id, 60),
    description: `${pickText(role, 60)} · ${status} · ${usd(costUsd)}`,
    value: id,
  }));
  return choose(required(choices, 'No agent is in the swarm; recruit one first.'), { title, placeHolder: 'Choose an agent' });
}

/** Some of the locks of an agent. @throws NothingToChoose, Cancelled */
export function pickLocksOf(agent: string, { view, now }: ProjectPicture, title: string): Promise<SwarmLock[]> {
  const held = (view?.locks ?? []).filter(({ agentId }) => agentId === agent);
  const choices = required(lockChoices(held, now), `${oneLine(agent, 60)} holds no lock.`);
  return chooseSome(choices, { title, placeHolder: 'Choose locks' });
}

/** @throws NothingToChoose, Cancelled */
export function pickLock({ view, now }: ProjectPicture, title: string): Promise<SwarmLock> {
  const choices = required(lockChoices(view?.locks ?? [], now), 'Nothing is locked.');
  return choose(choices, { title, placeHolder: 'Choose a lock' });
}

function lockChoices(locks: readonly SwarmLock[], now: number): readonly Choice<SwarmLock>[] {
  return locks.map((lock) => ({
    label: pickText(lock.path),
    description: `${pickText(lock.agentId, 60)} · ${lock.type} · ${duration(lock.expiresAt - now)} left`,
    ...(lock.reason !== '' && { detail: pickText(lock.reason) }),
    value: lock,
  }));
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

/** Lock paths: of open editors, chosen from the disk, or typed. @throws Cancelled */
export async function pickPaths(fs: FileSystem, root: string, title: string): Promise<string[]> {
  const choices: Choice<PathChoice>[] = openFiles(fs, root).map((path) => ({
    label: pickText(fileOfLockPath(path) ?? path),
    description: 'open',
    value: { path },
  }));
  choices.push(
    { label: '$(folder-opened) Choose files or folders…', value: 'browse' },
    { label: '$(edit) Type a path or a glob…', value: 'type' },
  );
  const chosen = await choose(choices, { title, placeHolder: 'Choose what to lock' });
  if (chosen === 'browse') return browse(fs, root, title);
  if (chosen === 'type')
    return [await write({ title, prompt: 'A file, a folder (ending in /) or a glob, relative to the project', check: something })];
  return [chosen.path];
}

function openFiles(fs: FileSystem, root: string): string[] {
  const files = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .map(({ input }) =>
      input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? lockPathOf(fs, root, input.uri.fsPath) : null,
    )
    .filter((file) => file !== null);
  return [...new Set(files)];
}

async function browse(fs: FileSystem, root: string, title: string): Promise<string[]> {
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
      const file = lockPathOf(fs, root, uri.fsPath) ?? uri.fsPath;
      return type & vscode.FileType.Directory ? `${file}/` : file;
    }),
  );
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long a lock is to last, milliseconds. @throws Cancelled */
export function pickDuration(title: string): Promise<number> {
  const choices = [5 * MINUTE, 15 * MINUTE, MINUTE, 60 * MINUTE, 8 * 60 * MINUTE].map((value) => ({ label: duration(value), value }));
  return choose(choices, { title, placeHolder: 'For how long?' });
}

/** One of the newest entries of the timeline. @throws NothingToChoose, Cancelled, CortexError */
export async function pickEntry(work: Work, title: string, wanted: 'any' | 'pending'): Promise<TimelineEntry> {
  const outcome = await runOperation(work, 'timeline list', { limit: MOST_ENTRIES });
  conclude(work, 'timeline list', outcome);
  const { entries } = listTimelineOutput.parse(outcome.output);
  const choices = entries
    .filter(({ outcome }) => wanted === 'any' || outcome === 'pending')
    .map((entry) => ({
      label: pickText(entry.action),
      description: `${pickText(entry.agentId, 60)} · ${pickText(entry.type, 30)} · ${new Date(entry.timestamp).toLocaleString()}`,
      detail: pickText(entry.reasoning, 200),
      value: entry,
    }));
  const placeHolder = `${counted(choices.length, 'entry', 'entries')} of the newest ${entries.length}`;
  const nothing = entries.length === 0 ? 'Nothing is recorded yet.' : `None of the newest ${entries.length} entries is pending.`;
  return choose(required(choices, nothing), { title, placeHolder });
}
