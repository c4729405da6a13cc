import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import {
  doctorOutput,
  linkReport,
  listFindings,
  listOpenDecisions,
  type Note,
  packOutput,
  type VaultFinding,
} from '../../engine/vault/index.ts';
import { askText, Cancelled, NothingToChoose, requireNonEmpty } from '../commands/ask.ts';
import type { Handlers } from '../commands/handlers.ts';
import { reportDone, reportOutcome } from '../commands/notifications.ts';
import { runOperation } from '../commands/operations.ts';
import { personId } from '../commands/person.ts';
import type { TextDocuments } from '../commands/text-documents.ts';
import { requireTrust } from '../commands/trust.ts';
import type { Dashboard } from '../dashboards/dashboards.ts';
import type { NotesRequest } from '../dashboards/memory/protocol.ts';
import type { CommandsOf } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import type { ViewRequest } from '../view-request.ts';
import { noteLabel } from './model/note-text.ts';
import { notesReported, reportText } from './model/report-text.ts';
import { newNote } from './new-note.ts';
import { activeNote, type OpenNotes, openNote, openNotes, toWork } from './open-notes.ts';
import { type NoteQuestion, pickNote } from './quick-search.ts';
import type { VaultSession } from './vault-session.ts';

export interface MemoryParts {
  readonly vault: VaultSession;
  readonly memory: Dashboard;
  readonly notesRequest: ViewRequest<NotesRequest>;
  readonly log: vscode.LogOutputChannel;
}

/** Handlers of the commands of the memory vault, by id. */
export function memoryCommands(
  parts: MemoryParts,
  documents: TextDocuments,
): Handlers<Exclude<CommandsOf<'memory'>, 'cortex.memory.dashboard'>> {
  const { vault } = parts;
  return {
    'cortex.memory.search': (subject) => searchMemory(openNotes(vault), subject?.kind === 'notes' ? subject.query : ''),
    'cortex.memory.open': (subject) => openNote(openNotes(vault), noteOf(openNotes(vault), subject)),
    'cortex.memory.report': () => showReport(parts, documents),
    'cortex.memory.pack': () => showPack(parts, documents),
    'cortex.memory.problem': () => openNotes(vault),
    'cortex.memory.new': () => change(parts, (notes) => newNote(vault, notes, parts.log)),
    'cortex.memory.accept': (subject) => change(parts, (notes) => accept(parts, notes, subject)),
    'cortex.memory.archive': (subject) => change(parts, (notes) => archive(parts, notes, subject)),
    'cortex.memory.confirm': (subject) => change(parts, (notes) => confirm(parts, notes, subject)),
    'cortex.memory.contradict': (subject) => change(parts, (notes) => contradict(parts, notes, subject)),
    'cortex.memory.supersede': (subject) => change(parts, (notes) => supersede(parts, notes, subject)),
    'cortex.memory.index': () => change(parts, (notes) => perform(parts, notes, 'vault index', {})),
    'cortex.memory.create': () => createVault(vault),
    'cortex.memory.choose': chooseVault,
  };
}

/** Handler of the command that opens the dashboard. It does not wait for the vault, because the dashboard shows that it is loading. */
export function dashboardCommand({
  memory,
  notesRequest,
}: Pick<MemoryParts, 'memory' | 'notesRequest'>): Handlers<'cortex.memory.dashboard'> {
  return {
    'cortex.memory.dashboard': (subject) => {
      notesRequest.make(subject?.kind === 'notes' ? { id: randomUUID(), search: subject.query } : null);
      return memory.open();
    },
  };
}

async function searchMemory(notes: OpenNotes, query: string): Promise<void> {
  await openNote(notes, await pickNote(notes, { title: 'Search Memory', query }));
}

/** @throws CortexError if the note no longer exists */
function noteOf({ store }: OpenNotes, subject: Subject | null): Note {
  const note = subject?.kind === 'note' ? store.index.get(subject.path) : undefined;
  if (note === undefined) throw new CortexError('not-found', 'the note no longer exists', { next: 'Refresh the view.' });
  return note;
}

/** Returns the clicked note, or asks for one. @throws Cancelled, CortexError */
async function noteFor(notes: OpenNotes, subject: Subject | null, question: NoteQuestion): Promise<Note> {
  return subject?.kind === 'note' ? noteOf(notes, subject) : pickNote(notes, question);
}

async function showReport(parts: MemoryParts, documents: TextDocuments): Promise<void> {
  const { store, root } = openNotes(parts.vault);
  const text = reportText(linkReport(store.index), await findingsOf(parts));
  const links = notesReported(text).map(({ path: named, line, ...place }) => {
    return { ...place, target: parts.vault.uriOf(named).with({ fragment: `L${line}` }) };
  });
  await documents.show({ title: 'Memory Report.md', key: root, text, links });
}

/** Returns the findings of `vault doctor`. In an untrusted workspace git is not run, so only the notes are examined. */
async function findingsOf({ vault, log }: MemoryParts): Promise<readonly VaultFinding[]> {
  const notes = openNotes(vault);
  if (!vscode.workspace.isTrusted) return [...listOpenDecisions(notes.store.index), ...listFindings(notes.store)];
  const { output } = await runOperation(toWork(vault, notes, log), 'vault doctor', { vault: notes.root });
  return doctorOutput().parse(output).findings;
}

/** Packs the best notes for a task, and shows them as a document. @throws Cancelled, CortexError */
async function showPack({ vault, log }: MemoryParts, documents: TextDocuments): Promise<void> {
  const notes = openNotes(vault);
  const prompt = 'Task description. The best notes for it are put on one page';
  const task = await askText({ title: 'Pack Memory for a Task', prompt, check: requireNonEmpty });
  const work = toWork(vault, notes, log);
  const outcome = await runOperation(work, 'vault pack', { task: [task], vault: notes.root });
  await reportOutcome(work, 'vault pack', outcome);
  const { markdown, notes: packed, leftOut } = packOutput().parse(outcome.output);
  if (packed.length + leftOut.length === 0)
    throw new NothingToChoose(
      'No note has any of these words in its name, tags, project, description or path. Note texts are not searched.',
    );
  await documents.show({ title: 'Context Pack.md', key: task, text: markdown });
}

/** @throws CortexError if the workspace is untrusted, or there is no vault */
async function change({ vault }: MemoryParts, work: (notes: OpenNotes) => Promise<void>): Promise<void> {
  requireTrust();
  await work(openNotes(vault));
  await vault.refresh();
}

/** Runs an operation, and reports its output. */
async function perform({ vault, log }: MemoryParts, notes: OpenNotes, name: string, input: object): Promise<void> {
  const work = toWork(vault, notes, log);
  await reportOutcome(work, name, await runOperation(work, name, { ...input, vault: notes.root }));
}

async function accept(parts: MemoryParts, notes: OpenNotes, subject: Subject | null): Promise<void> {
  const { path: note } = await noteFor(notes, subject, { title: 'Accept Note', query: 'status:review ' });
  await perform(parts, notes, 'vault accept', { note, by: personId() });
}

async function archive(parts: MemoryParts, notes: OpenNotes, subject: Subject | null): Promise<void> {
  const first = activeNote(parts.vault, notes);
  const { path: note } = await noteFor(notes, subject, { title: 'Archive Note', first });
  await perform(parts, notes, 'vault archive', { note, by: personId() });
}

async function confirm(parts: MemoryParts, notes: OpenNotes, subject: Subject | null): Promise<void> {
  const first = activeNote(parts.vault, notes);
  const { path: note } = await noteFor(notes, subject, { title: 'Confirm Note', first });
  await perform(parts, notes, 'vault confirm', { note, by: personId() });
}

async function contradict(parts: MemoryParts, notes: OpenNotes, subject: Subject | null): Promise<void> {
  const title = 'Mark Notes as Contradicting';
  const one = await noteFor(notes, subject, { title, first: activeNote(parts.vault, notes) });
  const other = await pickNote(notes, { title: `The note that contradicts ${noteLabel(one)}` });
  const why = await askText({ title, prompt: 'What they disagree on, in one line (optional)' });
  await perform(parts, notes, 'vault contradict', { one: one.path, other: other.path, why, by: personId() });
}

async function supersede(parts: MemoryParts, notes: OpenNotes, subject: Subject | null): Promise<void> {
  const first = activeNote(parts.vault, notes);
  const old = await noteFor(notes, subject, { title: 'Supersede Note', first });
  const fresh = await pickNote(notes, { title: `The note that replaces ${noteLabel(old)}` });
  await perform(parts, notes, 'vault supersede', { old: old.path, new: fresh.path, by: personId() });
}

/** Creates the default folder of a vault. @throws CortexError if that is not possible */
async function createVault(vault: VaultSession): Promise<void> {
  requireTrust();
  if (vault.state.kind !== 'none' || vault.folder === null) {
    const { root } = openNotes(vault);
    return reportDone(`There is a memory vault already: ${root}`);
  }
  const folder = path.join(vault.folder, 'vault');
  await vscode.workspace.fs.createDirectory(vscode.Uri.file(folder));
  await vault.refresh();
  reportDone(`Created ${folder}.`);
}

/** Asks for the folder of the vault, and stores it in the user settings. @throws Cancelled */
async function chooseVault(): Promise<void> {
  const options = { canSelectFolders: true, canSelectFiles: false, openLabel: 'Use as Memory Vault' };
  const [folder] = (await vscode.window.showOpenDialog(options)) ?? [];
  if (folder === undefined) throw new Cancelled();
  await vscode.workspace.getConfiguration('cortex').update('vault.path', folder.fsPath, vscode.ConfigurationTarget.Global);
}
