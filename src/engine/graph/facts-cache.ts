import { createHash } from 'node:crypto';
import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../files/atomic-file.ts';
import { makeLocalFolder } from '../files/local-folder.ts';
import type { FileSystem } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { jsonLines } from '../text/json/json-lines.ts';
import { isCount, isFlag, isText, listOf, oneOf, orNone, orNull, shapeGuard } from '../text/shape.ts';
import type {
  AliasFact,
  ApiFact,
  AttributeFacts,
  FileFacts,
  ImportedName,
  ImportFact,
  ModuleFact,
  OfferedNames,
  ScopeFact,
  SymbolFact,
  TypeFacts,
  UsedMember,
  UsedPathFact,
} from './facts.ts';
import { LANGUAGES } from './languages.ts';
import { WORKER_FILE } from './parse/worker-file.ts';

/** Folder that a project must have; without it nothing is cached. */
const CORTEX_FOLDER = '.cortex';
const FOLDER = `${CORTEX_FOLDER}/.local/graph`;
const FILE = 'facts.jsonl';
const MAX_BYTES = 268_435_456;
const MAX_WORKER_BYTES = 16_777_216;
/** Cache entry of one file. */
export interface KnownFile {
  readonly path: string;
  readonly size: number;
  /** Decimal digits. Empty if the file was so new that a later change might leave the same time. */
  readonly mtimeNs: string;
  /** Hash of the file's bytes. */
  readonly hash: string;
  /** `null` if the file turned out not to be a source (binary). */
  readonly facts: FileFacts | null;
  /** Why the file is not a source; empty if it is. */
  readonly why: string;
}

const isFacts = shapeGuard<FileFacts>({
  language: isText,
  packageName: isText,
  hasTests: isFlag,
  isBroken: isFlag,
  imports: listOf(
    shapeGuard<ImportFact>({
      specifier: isText,
      line: isCount,
      kind: oneOf('import', 're-export', 'dynamic', 'computed', 'glob', 'url', 'text'),
      isTypeOnly: isFlag,
      isRequired: orNone((value) => value === true),
      isAmd: orNone((value) => value === true),
      isFromElsewhere: orNone((value) => value === true),
      mustExist: orNone((value) => value === true),
      isToFail: orNone((value) => value === true),
      augmented: orNone(listOf(isText)),
      isStatic: orNone((value) => value === true),
      isNamed: orNone((value) => value === true),
      macro: orNone(isText),
      names: listOf(shapeGuard<ImportedName>({ name: isText, local: isText, line: orNone(isCount) })),
    }),
  ),
  symbols: listOf(
    shapeGuard<SymbolFact>({
      name: isText,
      kind: oneOf('function', 'type'),
      line: isCount,
      endLine: isCount,
      exportedAs: listOf(isText),
      uses: listOf(isText),
      useLines: orNone(listOf(isCount)),
      extends: listOf(isText),
      implements: listOf(isText),
    }),
  ),
  usedAtTop: listOf(isText),
  linesAtTop: orNone(listOf(isCount)),
  memberLines: orNone(listOf((value) => Array.isArray(value) && value.length === 2 && isText(value[0]) && listOf(isCount)(value[1]))),
  types: orNone(
    shapeGuard<TypeFacts>({ declared: listOf(listOf(isText)), used: listOf(shapeGuard<UsedMember>({ is: isText, line: isCount })) }),
  ),
  usedInTests: orNone(listOf(isText)),
  topNames: orNone(listOf(isText)),
  offered: orNone(
    shapeGuard<OfferedNames>({
      line: isCount,
      names: listOf(isText),
      lists: listOf(isText),
      isOpen: orNone((value) => value === true),
    }),
  ),
  searchPaths: orNone(listOf(isText)),
  attributes: orNone(shapeGuard<AttributeFacts>({ set: listOf(isText), tried: listOf(isText) })),
  declaredModules: orNone(listOf(isText)),
  aliases: orNone(
    listOf(
      shapeGuard<AliasFact>({
        kind: oneOf('alias', 'mapper', 'root', 'extension'),
        find: isText,
        isPattern: orNone((value) => value === true),
        to: listOf(isText),
      }),
    ),
  ),
  isIdle: orNone(isFlag),
  isGenerated: orNone(isFlag),
  unread: orNone(isText),
  testsItself: orNone(isFlag),
  declaresTests: orNone(isFlag),
  testMakers: orNone(listOf(isText)),
  isProgram: orNone(isFlag),
  doubtAt: orNone(isCount),
  modules: orNone(
    listOf(
      shapeGuard<ModuleFact>({
        path: isText,
        isInline: isFlag,
        folder: isText,
        named: listOf(isText),
        isByName: isFlag,
        macro: orNone(isText),
      }),
    ),
  ),
  scopes: orNone(
    listOf(
      shapeGuard<ScopeFact>({
        module: isText,
        macro: orNone(isText),
        items: listOf(isText),
        modules: orNone(listOf(isText)),
        inner: orNone(listOf(isText)),
        enums: orNone(
          listOf((value) => Array.isArray(value) && value.length === 2 && isText(value[0]) && orNull(listOf(isText))(value[1])),
        ),
        isOpen: orNone(oneOf('types', 'all')),
        paths: listOf(
          shapeGuard<UsedPathFact>({
            path: isText,
            line: isCount,
            local: orNone(isText),
            isPublic: orNone(isFlag),
            isLocal: orNone((value) => value === true),
            isOptional: orNone((value) => value === true),
          }),
        ),
      }),
    ),
  ),
  apis: listOf(shapeGuard<ApiFact>({ method: isText, route: isText, line: isCount, handler: orNull(isText) })),
});

const isKnownFile = shapeGuard<KnownFile>({
  path: isText,
  size: isCount,
  mtimeNs: isText,
  hash: isText,
  facts: orNull(isFacts),
  why: isText,
});

interface Head {
  readonly reader: string;
}

const isHead = shapeGuard<Head>({ reader: isText });

/**
 * Returns a hash of everything besides a file's bytes that its facts depend on: the parsing program and the grammars. Empty if the program
 * cannot be read.
 * @param folder contains the program and the grammars
 */
export function readerVersion(fs: FileSystem, folder: string): string {
  const hash = createHash('sha256');
  try {
    hash.update(readFileBounded(fs, path.join(folder, WORKER_FILE), { maxBytes: MAX_WORKER_BYTES })?.bytes ?? '');
    for (const grammar of new Set(LANGUAGES.map((language) => language.grammar))) {
      hash.update(`${grammar} ${sizeOf(fs, path.join(folder, grammar))}\n`);
    }
  } catch {
    // Without a version of its own program, a cached entry could never be trusted.
    return '';
  }
  return hash.digest('base64url');
}

/** -1 for a missing grammar, which also counts as a version. */
function sizeOf(fs: FileSystem, file: string): bigint {
  try {
    return fs.statSync(file, { bigint: true }).size;
  } catch {
    return -1n;
  }
}

/** The cached facts of a project, by path. */
export class FactsCache {
  readonly files: ReadonlyMap<string, KnownFile>;
  readonly #runtime: Runtime;
  readonly #root: string;
  readonly #reader: string;

  private constructor(runtime: Runtime, root: string, reader: string, files: ReadonlyMap<string, KnownFile>) {
    this.#runtime = runtime;
    this.#root = root;
    this.#reader = reader;
    this.files = files;
  }

  /**
   * Opens the cache. An unreadable cache, or one written by another reader version, is empty.
   * @returns `null` if there is no `.cortex` folder, or the reader version is unknown
   */
  static open(runtime: Runtime, root: string, reader: string): FactsCache | null {
    if (reader === '' || !isCortexFolder(runtime.fs, root)) return null;
    const files = new Map<string, KnownFile>();
    const values = jsonLines(bytesOf(runtime.fs, root));
    const head = values.next().value;
    if (isHead(head) && head.reader === reader) for (const value of values) if (isKnownFile(value)) files.set(value.path, value);
    return new FactsCache(runtime, root, reader, files);
  }

  /** Replaces the whole cache with these files. @throws CortexError */
  async write(files: Iterable<KnownFile>): Promise<void> {
    const folder = await makeLocalFolder(this.#runtime, this.#root, FOLDER);
    const parts = [Buffer.from(`${JSON.stringify({ reader: this.#reader } satisfies Head)}\n`)];
    for (const file of files) parts.push(Buffer.from(`${JSON.stringify(file)}\n`));
    await writeFileDurable(this.#runtime, path.join(folder, FILE), Buffer.concat(parts));
  }
}

function bytesOf(fs: FileSystem, root: string): Buffer {
  try {
    return readFileBounded(fs, path.join(root, FOLDER, FILE), { maxBytes: MAX_BYTES, root })?.bytes ?? Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Whether a project has a `.cortex` folder. A symlink does not count: cached data must stay inside the project. */
export function isCortexFolder(fs: FileSystem, root: string): boolean {
  try {
    return fs.lstatSync(path.join(root, CORTEX_FOLDER), { bigint: true }).isDirectory();
  } catch {
    return false;
  }
}
