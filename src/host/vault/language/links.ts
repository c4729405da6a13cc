import * as vscode from 'vscode';
import { reportError } from '../../commands/notifications.ts';
import type { VaultSession } from '../vault-session.ts';
import { type NotePlace, TypedVault } from './links-vault.ts';
import { NOTES } from './problems.ts';
import { typedNote } from './typed-note.ts';

/** Loaded on the first rename. */
const renaming = () => import('./rename.ts');
const references = () => import('./references.ts');

/** Characters that start a link, a value or the next word of a name. */
const TRIGGERS: readonly string[] = ['[', ':', ',', ' ', '-', '/', '.'];

type Answering<Answer> = (place: NotePlace) => Answer | Promise<Answer>;

/** Registers the language features for links: completion, hover, definition, references and rename. */
export function registerNoteLinks(vault: VaultSession, log: vscode.LogOutputChannel): vscode.Disposable {
  /** Calls a provider with the place, if the document is a note of the vault. */
  const about = async <Answer>(document: vscode.TextDocument, position: vscode.Position, answer: Answering<Answer>) => {
    await vault.ready();
    const { state } = vault;
    const typed = typedNote(document, vault);
    if (typed === null || state.kind !== 'vault') return null;
    return answer({ vault: new TypedVault(vault, state.store), typed, offset: document.offsetAt(position) });
  };
  const { languages } = vscode;
  return vscode.Disposable.from(
    languages.registerCompletionItemProvider(
      NOTES,
      {
        provideCompletionItems: (document, position) =>
          about(document, position, async (place) => (await import('./completion.ts')).completionsAt(place)),
      },
      ...TRIGGERS,
    ),
    languages.registerHoverProvider(NOTES, {
      provideHover: (document, position) =>
        about(document, position, async (place) => (await import('./hover.ts')).hoverAt(place, vault.session.runtime.clock.now())),
    }),
    languages.registerDefinitionProvider(NOTES, {
      provideDefinition: (document, position) => about(document, position, async (place) => (await references()).definitionsAt(place)),
    }),
    languages.registerReferenceProvider(NOTES, {
      provideReferences: (document, position, { includeDeclaration }, token) =>
        about(document, position, async (place) => (await references()).referencesAt(place, includeDeclaration, token)),
    }),
    languages.registerRenameProvider(NOTES, {
      prepareRename: (document, position) => about(document, position, async (place) => (await renaming()).prepareRenameAt(place)),
      provideRenameEdits: (document, position, next) =>
        about(document, position, async (place) => {
          try {
            return await (await renaming()).renameAt(place, next);
          } catch (error) {
            void reportError(error, 'rename', log);
            // An empty edit, because without a result VS Code would ask other rename providers.
            return new vscode.WorkspaceEdit();
          }
        }),
    }),
  );
}
