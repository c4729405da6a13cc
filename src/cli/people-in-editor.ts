import * as z from 'zod';
import { readFileBounded } from '../engine/files/atomic-file.ts';
import { CortexError } from '../engine/platform/errors.ts';
import type { FileSystem } from '../engine/platform/file-system.ts';
import { WORD } from '../engine/platform/suggested.ts';
import { parseToml } from '../engine/text/toml.ts';
import { decodeUtf8 } from '../engine/text/utf8.ts';
import { EDITOR_COMMANDS } from './editor-commands.ts';

const MAX_BYTES = 65_536;
const schema = z.strictObject({
  people: z.strictObject({ require: z.literal('editor', 'must be "editor"').optional() }, 'must be a table').optional(),
});

/** Returns the 1-based line of a key in a small TOML text; the first line if the key is written in another form. */
function lineOf(toml: string, key: string): number {
  const isThere = (line: string) => [...line.replace(/#.*/, '').matchAll(/[^\s."'[\]{}=,]+/g)].some(([word]) => word === key);
  return Math.max(toml.split('\n').findIndex(isThere), 0) + 1;
}

function wrongSettings(file: string, toml: string, { issues: [issue] }: z.ZodError): CortexError {
  const [section] = issue?.path ?? [];
  const next = 'Correct the file.';
  if (issue?.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys;
    const data = { file, line: lineOf(toml, name), allowed: section === undefined ? 'people' : 'require', next };
    return new CortexError(
      'broken-file',
      `${JSON.stringify(name)} is not a ${section === undefined ? 'section' : 'key of [people]'}`,
      data,
    );
  }
  const keys = (issue?.path ?? []).map(String);
  return new CortexError('broken-file', `${keys.join('.')} ${issue?.message}`, { file, line: lineOf(toml, keys.at(-1) ?? ''), next });
}

/** Returns whether settings restrict people to the editor. @throws CortexError `broken-file` */
function requireEditor(fs: FileSystem, file: string): boolean {
  const content = readFileBounded(fs, file, { maxBytes: MAX_BYTES });
  if (content === null) return false;
  const toml = decodeUtf8(content.bytes, file);
  const { data, error } = schema.safeParse(parseToml(file, toml));
  if (data === undefined) throw wrongSettings(file, toml, error);
  return data.people?.require === 'editor';
}

/**
 * Returns why a person is refused at a terminal; `null` if not.
 * @param file the person's settings, absolute
 * @throws CortexError `broken-file` for settings that cannot be read or have unknown keys: a typo must not lift the restriction
 */
export function refusePersonReason(fs: FileSystem, file: string, operation: string): CortexError | null {
  if (!requireEditor(fs, file)) return null;
  const next = sentence(inEditor(operation));
  return new CortexError('denied', 'people act in the editor alone on this computer ([people] require = "editor")', { file, next });
}

function inEditor(operation: string): string {
  const command = EDITOR_COMMANDS[operation];
  if (command === undefined) return 'do it in the editor';
  return 'palette' in command ? `in the editor, run "${command.palette}"` : `in the editor, choose "${command.row}"`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A suggested command: in quotes, after a colon, or after a prompt. */
const COMMAND = new RegExp(`(?: at a terminal(?=: ))?(: |\\$ |")?(?:cortex|cstack)((?: ${WORD})+)"?`, 'g');
const BY_PERSON = / --(?:by|agent|from) ["']?person:/;

/** Replaces commands that a person would type by the editor's commands. Leaves out a line that becomes equal to the one above it. */
export function withEditorCommands(text: string): string {
  const replaced = (all: string, lead = '', words = ''): string => {
    if (!BY_PERSON.test(words)) return all;
    const there = inEditor(words.trim().split(' ', 2).join(' '));
    return lead === '$ ' ? sentence(there) : `${lead === '"' ? '' : lead}${there}`;
  };
  const lines = text.split('\n').map((line) => ({ line, shown: line.replace(COMMAND, replaced) }));
  return lines
    .filter(({ line, shown }, at) => shown === line || shown !== lines[at - 1]?.shown)
    .map(({ shown }) => shown)
    .join('\n');
}
