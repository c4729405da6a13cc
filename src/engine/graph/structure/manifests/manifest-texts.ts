import { findUnpairedTag } from '../../../text/xml-pairs.ts';
import { nameOf } from '../paths.ts';
import { openGoBlock } from '../resolve/go/go-blocks.ts';
import { openGradleBlock } from '../resolve/java/gradle-text.ts';

/** Why a text was read only in part, and at which line. */
export interface TextFault {
  /** 1-based. */
  readonly line: number;
  readonly why: string;
}

const CONFLICT = /^(?:<{7}|>{7})(?: |$)/;

function conflictIn(text: string): TextFault | null {
  const at = text.split(/\r?\n/).findIndex((line) => CONFLICT.test(line));
  return at < 0 ? null : { line: at + 1, why: `merge conflict marker in line ${at + 1}` };
}

function openBlock(line: number | null): TextFault | null {
  return line === null ? null : { line, why: `the block that starts in line ${line} is never closed` };
}

/** Checks for unclosed blocks, by file name. Data formats such as JSON are checked by their parsers. */
const CHECKS: readonly (readonly [name: RegExp, check: (text: string) => TextFault | null])[] = [
  [/^go\.(?:mod|work)$/, (text) => openBlock(openGoBlock(text))],
  [/^pom\.xml$/, findUnpairedTag],
  [/^(?:build|settings)\.gradle(?:\.kts)?$/, (text) => openBlock(openGradleBlock(text))],
];
const TEXTS =
  /^(?:go\.(?:mod|work)|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|.*\.ini|setup\.cfg|requirements.*\.txt)$/;

/** Returns why a manifest in a text format was read only in part; `null` if it was read completely or is in a data format. */
export function findTextFault(path: string, text: string): TextFault | null {
  const name = nameOf(path);
  if (!TEXTS.test(name)) return null;
  return conflictIn(text) ?? CHECKS.find(([pattern]) => pattern.test(name))?.[1](text) ?? null;
}
