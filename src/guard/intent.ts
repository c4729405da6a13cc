import path from 'node:path';
import type { Action } from './action.ts';
import type { Intent } from './decide.ts';
import type { LockPathFinder } from './lock-path-finder.ts';
import type { Effects, FileOperand, ShellEnvironment } from './shell/effect-types.ts';
import { analyzeEffects } from './shell/effects.ts';
import { literal } from './shell/expand.ts';
import { changesFolder, findNames, type NamesInCode } from './shell/interpreters.ts';

type Look = ShellEnvironment['look'];

/** Maximum number of names in code that are looked up on disk; further ones are compared by their text only. */
const MAX_LOOKED_UP = 400;
/** Characters that continue a name. */
const IN_NAME = /[\p{L}\p{N}_.@+~-]/u;

export interface FileReader {
  readonly places: LockPathFinder;
  readonly environment: ShellEnvironment['environment'];
  look: Look;
}

/** Returns what an action does, in terms of locks. */
export function analyzeIntent(action: Action, reader: FileReader): Intent {
  if (action.kind === 'edit') {
    const writes = lockPaths(
      reader,
      action.files.map((file) => ({ word: literal(file), folder: action.folder })),
    );
    return { ...NOTHING, writes, mayWrite: true };
  }
  if (action.kind === 'other') return { ...NOTHING, mayWrite: true };
  if (action.kind === 'code') return ofCode(action, reader);
  return ofLine(action.line, analyzeEffects(action.line, { ...reader, folder: action.folder }), reader);
}

const NOTHING: Intent = {
  writes: [],
  named: [],
  spelled: new Set(),
  texts: new Set(),
  isUnclear: false,
  trees: [],
  mentioned: [],
  operands: [],
  removes: [],
  mayWrite: false,
};

/** Returns what a piece of code may do. Only the names in it are known. */
function ofCode({ code, folder }: Extract<Action, { kind: 'code' }>, reader: FileReader): Intent {
  const effects = { writes: [], trees: [], words: [], codes: [{ code, folder }], isUnclear: false, mayWrite: true };
  return ofLine(code, effects, reader);
}

function ofLine(line: string, effects: Effects, reader: FileReader): Intent {
  const { writes, trees, codes, isUnclear, words, mayWrite } = effects;
  const read = codes.map(({ code, folder }) => ({ ...findNames(code), folder, isChange: changesFolder(code) }));
  return {
    writes: lockPaths(reader, writes),
    removes: removed(reader, writes),
    named: [...new Set(read.flatMap((each) => filesOf(each, reader)))],
    spelled: new Set(read.flatMap(({ folder, ...each }) => likelyOf(each).flatMap((name) => reader.places.written(name, folder) ?? []))),
    texts: isUnclear ? allNames(line) : new Set(read.flatMap(({ quoted }) => [...quoted])),
    isUnclear,
    trees: trees.flatMap((each) => {
      const tree = reader.places.treeOf(each.folder);
      return tree === null ? [] : [{ command: each.command, tree }];
    }),
    mentioned: mentions(words, reader),
    operands: operandPaths(words, reader),
    mayWrite,
  };
}

/** Returns what is removed. A word that stands for some files of the project, which only the shell knows, does not name all of it. */
function removed(reader: FileReader, found: readonly FileOperand[]): string[] {
  const isVague = ({ word }: FileOperand) => word.isGuess === true || word.isCut || word.pattern === '**';
  const gone = found.filter(({ isRemoved }) => isRemoved === true);
  return gone.flatMap((place) => lockPaths(reader, [place]).filter((each) => each !== '**' || !isVague(place)));
}

function lockPaths({ places }: FileReader, found: readonly FileOperand[]): string[] {
  return [...new Set(found.flatMap((place) => places.lockPath(place) ?? []))];
}

const likelyOf = ({ quoted, bare }: NamesInCode): string[] => [
  ...quoted,
  ...[...bare].filter((name) => /[/.]/.test(name) && !quoted.has(name)),
];

/** Code that is read: its names, where it runs, and whether it may change what is in a folder. */
interface ReadCode extends NamesInCode {
  readonly folder: string;
  readonly isChange: boolean;
}

/** Returns the lock paths of existing files that code names. A folder counts only in quotes, in code that may change what is in it. */
function filesOf({ folder, isChange, ...named }: ReadCode, { look, places }: FileReader): string[] {
  return likelyOf(named)
    .filter((name) => /\w/.test(name))
    .slice(0, MAX_LOOKED_UP)
    .flatMap((name) => {
      const kind = look(path.resolve(folder, name));
      const counts = kind === 'file' || (kind === 'folder' && isChange && named.quoted.has(name));
      return counts ? (places.lockPath({ word: literal(name), folder }) ?? []) : [];
    });
}

/** Returns a set-like test for the names in a text that could not be parsed: each whole word or part of a path. */
function allNames(line: string): Intent['texts'] {
  return {
    has(name) {
      for (let at = line.indexOf(name); at >= 0 && name !== ''; at = line.indexOf(name, at + 1)) {
        if (!IN_NAME.test(line[at - 1] ?? '') && !IN_NAME.test(line[at + name.length] ?? '')) return true;
      }
      return false;
    },
  };
}

const MAX_MENTIONS = 500;

function mentions(words: readonly FileOperand[], { places }: FileReader): string[] {
  const found = new Set<string>();
  for (const { word, folder } of words) {
    if (found.size > MAX_MENTIONS) break;
    for (const name of findNames(word.plain).bare) {
      const written = places.written(name, folder);
      if (written !== null) found.add(written);
    }
  }
  return [...found];
}

/** An operand or the value of an option, and no code or text. */
const OPERAND = /^(?:-[\w-]*=)?([^\s'"();=]+)$/;

/** Returns the lock paths of words that are paths themselves. */
function operandPaths(words: readonly FileOperand[], { places }: FileReader): string[] {
  const named = words.slice(0, MAX_MENTIONS).flatMap(({ word, folder }) => {
    const [, name] = OPERAND.exec(word.plain) ?? [];
    return name === undefined ? [] : (places.written(name, folder) ?? []);
  });
  return [...new Set(named)];
}
