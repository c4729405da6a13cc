import path from 'node:path';
import * as vscode from 'vscode';
import { compareCodePoints } from '../../engine/text/code-point-order.ts';
import { addNoteOutput, NOTE_TYPES } from '../../engine/vault/index.ts';
import { askText, type Choice, choose, requireNonEmpty } from '../commands/ask.ts';
import { reportOutcome } from '../commands/notifications.ts';
import { runOperation } from '../commands/operations.ts';
import { personId } from '../commands/person.ts';
import { counted, pickText } from '../model/text.ts';
import { noteTemplate, TYPE_TEXTS } from './model/note-templates.ts';
import { typeIcon } from './model/note-text.ts';
import { type OpenNotes, toWork } from './open-notes.ts';
import type { VaultSession } from './vault-session.ts';

const TITLE = 'New Note';

/** Asks for the properties of a new note, writes it, and opens it with headings to fill in. @throws Cancelled, CortexError */
export async function newNote(vault: VaultSession, notes: OpenNotes, log: vscode.LogOutputChannel): Promise<void> {
  const name = await askText({ title: TITLE, prompt: 'Title, in a few words', check: requireNonEmpty });
  const type = await pickType();
  const project = await pickProject(notes);
  const tags = await askText({ title: TITLE, prompt: 'Comma-separated tags; if empty, they are inferred by cortex.toml' });
  const work = toWork(vault, notes, log);
  const input = { name, type, project, by: personId(), vault: notes.root, ...(tags !== '' && { tags }) };
  const outcome = await runOperation(work, 'vault add', input);
  await reportOutcome(work, 'vault add', outcome);
  await openToWrite(path.join(notes.root, addNoteOutput().parse(outcome.output).path), noteTemplate(type));
}

function pickType(): Promise<string> {
  const choices = NOTE_TYPES.map((type) => ({
    label: `$(${typeIcon(type)}) ${type}`,
    description: TYPE_TEXTS.get(type) ?? '',
    value: type,
  }));
  return choose(choices, { title: TITLE, placeHolder: 'Choose a note type' });
}

/** Asks for a project: one of the notes or the configuration, or a new one. */
async function pickProject({ store }: OpenNotes): Promise<string> {
  const { byProject } = store.index;
  const known = [...new Set([...store.config.projects, ...byProject.keys()])].filter((project) => project !== '').sort(compareCodePoints);
  const choices: Choice<string | null>[] = known.map((project) => ({
    label: pickText(project, 60),
    description: counted(byProject.get(project) ?? 0, 'note'),
    value: project,
  }));
  const ask = () => askText({ title: TITLE, prompt: 'Project of the note', check: requireNonEmpty });
  if (choices.length === 0) return ask();
  choices.push({ label: '$(edit) Another project…', value: null });
  return (await choose(choices, { title: TITLE, placeHolder: 'Choose a project' })) ?? ask();
}

/** Opens a new note and inserts a template. It is not saved, so that empty headings are not stored as text. */
async function openToWrite(file: string, template: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  await editor.insertSnippet(new vscode.SnippetString(template), document.lineAt(document.lineCount - 1).range.end);
}
