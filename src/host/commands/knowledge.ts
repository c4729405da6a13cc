import path from 'node:path';
import { CORTEX_FOLDER, MAX_FILE_BYTES, type TimelineEntry } from '../../engine/crtx/index.ts';
import { describeOutput, showDnaOutput } from '../../engine/dna/index.ts';
import { readFileBounded } from '../../engine/files/atomic-file.ts';
import { lineAndColumn, locateJsonPath } from '../../engine/text/json/json-position.ts';
import { decodeUtf8 } from '../../engine/text/utf8.ts';
import { precedentsOutput, reasoningOutput } from '../../engine/timeline/index.ts';
import { entryLine, entryText, entryTitle, traceText, traceTitle } from '../model/entry-text.ts';
import type { Subject } from '../model/row.ts';
import { dnaItems } from '../model/swarm/dna-items.ts';
import { oneLine, pickText } from '../model/text.ts';
import { askText, choose, NothingToChoose } from './ask.ts';
import { pickEntry } from './entry-browser.ts';
import { pickFilter, type Search } from './forms/entry-filters.ts';
import { pickFiles } from './forms/path-pickers.ts';
import { pickTask } from './forms/pickers.ts';
import { reportDone, reportOutcome } from './notifications.ts';
import { openPlace } from './open.ts';
import { runOperation, type Work } from './operations.ts';
import type { TextDocuments } from './text-documents.ts';

async function read(work: Work, name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const outcome = await runOperation(work, name, input);
  await reportOutcome(work, name, outcome);
  return outcome.output;
}

function showEntry(documents: TextDocuments, entry: TimelineEntry): Promise<void> {
  return documents.show({ title: entryTitle(entry), key: entry.id, text: entryText(entry) });
}

/** Shows the newest entries of the timeline, and then the selected one. @throws Cancelled, NothingToChoose, CortexError */
export async function showTimeline(search: Search, documents: TextDocuments): Promise<void> {
  await showEntry(documents, await pickEntry(search, {}));
}

/** Searches entries, and shows the selected one. @throws the errors of `showTimeline` */
export async function queryTimeline(search: Search, documents: TextDocuments): Promise<void> {
  await showEntry(documents, await pickEntry(search, await pickFilter(search)));
}

/** Shows earlier attempts on some files, and then the selected entry. @throws the errors of `showTimeline` */
export async function showPrecedents({ work, viewModel, title }: Search, documents: TextDocuments): Promise<void> {
  const file = await pickFiles(work.runtime.fs, viewModel.root, title);
  const action = await askText({ title, prompt: 'Task description (optional)' });
  const { precedents } = precedentsOutput().parse(await read(work, 'timeline precedents', { file, action, limit: 50 }));
  if (precedents.length === 0) return reportDone('No similar earlier entries.');
  const choices = precedents.map(({ entry, why }) => ({ ...entryLine(entry), detail: pickText(why, 200), value: entry }));
  await showEntry(
    documents,
    await choose(choices, { title, placeHolder: `Similar earlier entries for ${oneLine(file.join(', '))}, most similar first` }),
  );
}

/** Shows the reasoning trace of a task as a document. @throws the errors of `showTimeline` */
export async function showReasoning({ work, viewModel, title }: Search, subject: Subject | null, documents: TextDocuments): Promise<void> {
  const id = subject?.kind === 'task' ? subject.id : (await pickTask(viewModel, title, () => true)).id;
  const { task, entries } = reasoningOutput().parse(await read(work, 'reasoning show', { task: id }));
  if (entries.length === 0) return reportDone(`There is no reasoning trace of ${oneLine(task, 60)}.`);
  await documents.show({ title: traceTitle(task), key: task, text: traceText(task, entries) });
}

/** Shows the project's DNA as a document, in the form that agents receive. @throws CortexError */
export async function describeDna({ work, viewModel }: Search, documents: TextDocuments): Promise<void> {
  const { text } = describeOutput().parse(await read(work, 'dna describe', {}));
  await documents.show({ title: 'Project DNA.md', key: viewModel.root, text });
}

/** Lists the items of the DNA, and opens the selected one in the file. @throws Cancelled, NothingToChoose, CortexError */
export async function showDna({ work, viewModel, title }: Search): Promise<void> {
  const items = dnaItems(showDnaOutput().parse(await read(work, 'dna show', {})));
  const choices = items.map(({ icon, text, about, at }) => ({
    label: `$(${icon}) ${pickText(text)}`,
    description: pickText(about, 200),
    value: at,
  }));
  if (choices.length === 0) throw new NothingToChoose('There is no project DNA yet. Run "Cortex DNA: Detect Project DNA".');
  const at = await choose(choices, { title, placeHolder: 'Choose an item to open it in manifest.crtx' });
  const file = path.join(viewModel.root, CORTEX_FOLDER, 'manifest.crtx');
  const content = readFileBounded(work.runtime.fs, file, { maxBytes: MAX_FILE_BYTES, root: viewModel.root });
  if (content === null) throw new NothingToChoose('manifest.crtx no longer exists.');
  const text = decodeUtf8(content.bytes, file);
  const { line, column } = lineAndColumn(text, locateJsonPath(text, ['data', ...at]));
  await openPlace(file, line, column);
}
