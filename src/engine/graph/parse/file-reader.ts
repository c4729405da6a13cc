import { createHash } from 'node:crypto';
import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import { CortexError } from '../../platform/errors.ts';
import { nodeFileSystem } from '../../platform/file-system.ts';
import { HEAD_BYTES } from '../../text/shebang.ts';
import type { FileFacts } from '../facts.ts';
import { languageOf, languageOfScript, type SourceLanguage } from '../languages.ts';
import { MAX_SOURCE_BYTES } from '../limits.ts';
import { inUtf8 } from './in-utf8.ts';
import type { Job, Outcome, WorkerData } from './messages.ts';
import { isGenerated, isMinified, isOtherFormat, MINIFIED_TEXT, NO_TEXT, NUL_TEXT } from './skip-reason.ts';
import type { SourceParser } from './source-parser.ts';

/** Reads the facts of a project's files, one file at a time. */
export class FileReader {
  readonly #data: WorkerData;
  readonly #parser: SourceParser;
  /** For each language, why its grammar cannot be loaded; empty if it is loaded. */
  readonly #languages = new Map<string, string>();

  constructor(data: WorkerData, parser: SourceParser) {
    this.#data = data;
    this.#parser = parser;
  }

  /** @throws internal errors of tree-sitter; after that the reader must not be used again */
  async read({ path: relative, hash: known }: Job): Promise<Outcome> {
    const read = this.#bytesOf(relative);
    if ('kind' in read) return read;
    const language = languageOf(relative) ?? languageOfScript(read.toString('latin1', 0, HEAD_BYTES));
    // A script that has lost its first line since it was listed.
    if (language === null) return { kind: 'failed', why: 'it is in an unknown language' };
    const hash = createHash('sha256').update(read).digest('base64url');
    if (hash === known) return { kind: 'same' };
    const bytes = inUtf8(read);
    if (bytes.includes(0)) return { kind: 'left-out', hash, why: isOtherFormat(relative, bytes) ? NO_TEXT : NUL_TEXT };
    if (isMinified(relative, bytes)) return { kind: 'facts', hash, facts: JSON.stringify(minifiedFacts(language)) };
    const why = await this.#load(language);
    if (why !== '') return { kind: 'no-grammar', language: language.name, why };
    const facts = this.#parser.parse(language, bytes.toString('utf8').replace(/^\ufeff/, ''));
    const shown = isGenerated(relative, bytes) ? { ...facts, apis: [], isGenerated: true } : facts;
    return { kind: 'facts', hash, facts: JSON.stringify(shown) };
  }

  #bytesOf(relative: string): Buffer | Outcome {
    const { root } = this.#data;
    try {
      const content = readFileBounded(nodeFileSystem, path.join(root, relative), { maxBytes: MAX_SOURCE_BYTES, root });
      return content?.bytes ?? { kind: 'gone' };
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      return { kind: 'failed', why: `it ${error.message}` };
    }
  }

  async #load(language: SourceLanguage): Promise<string> {
    const known = this.#languages.get(language.name);
    if (known !== undefined) return known;
    let why = '';
    try {
      await this.#parser.load(language);
    } catch (error) {
      // Tree-sitter cannot be used again in this worker, but in another one.
      if (error instanceof Error && error.name === 'RuntimeError') throw error;
      why = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
      why = why === '' ? 'the grammar cannot be loaded' : why;
    }
    this.#languages.set(language.name, why);
    return why;
  }
}

/** Returns the facts of a minified file: it exists, but neither its imports nor its names are read. */
function minifiedFacts({ name: language }: SourceLanguage): FileFacts {
  const nothing = { packageName: '', imports: [], symbols: [], usedAtTop: [], apis: [], hasTests: false, isBroken: false };
  return { language, ...nothing, unread: MINIFIED_TEXT };
}
