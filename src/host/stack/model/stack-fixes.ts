import path from 'node:path';
import {
  type AgentDefinition,
  CONFLICT_CODE,
  certainStackText,
  changeAgent,
  findAgent,
  MESSAGE_TYPES,
  parseAgents,
  resolveStackText,
  STACK_FOLDER,
  type StackFinding,
} from '../../../engine/stack/index.ts';
import { KEEP_BOTH_SIDES } from '../../../engine/text/conflicts/conflict-words.ts';
import { settledOrNull } from '../../../engine/text/conflicts/remove-conflicts.ts';
import { sortByNearness } from '../../../engine/vault/index.ts';
import { oneLine } from '../../model/text.ts';
import { type ChangedPart, changedPart } from './changed-part.ts';

/** A way to fix a finding in a file of a stack. */
export type StackFix = { readonly title: string } & (
  | { readonly kind: 'edit'; readonly edit: ChangedPart; readonly isBest: boolean }
  /** Creates the stack of an agent, which is identified by its name. */
  | { readonly kind: 'init'; readonly agent: string }
);

const BOXES = [
  ['pending', ' '],
  ['in progress', '>'],
  ['completed', 'x'],
  ['blocked', '!'],
] as const;

function edit(title: string, change: ChangedPart, isBest = false): StackFix {
  return { kind: 'edit', title, edit: change, isBest };
}

/** Returns the fixes of a finding, most likely first; empty if the intent is unclear. @param text the text that was examined */
export function listFixes({ code, range, file }: StackFinding, text: string): StackFix[] {
  if (range === undefined) return [];
  if (code === CONFLICT_CODE) {
    const settled = settledOrNull(text, () => {
      const name = path.basename(file);
      return resolveStackText(name, certainStackText(name, text, null));
    });
    return settled === null ? [] : [edit(KEEP_BOTH_SIDES, changedPart(text, settled))];
  }
  if (code === 'unknown-box') return BOXES.map(([status, box]) => edit(`Mark as ${status}`, { ...range, text: box }));
  if (code === 'unknown-type') return typeFixes(text.slice(range.from, range.to), range.to);
  if (code === 'shared-id')
    return [edit('Remove this ID: one is generated from the message', { ...lineAround(text, range.from), text: '' })];
  if (code === 'half-header' || code === 'no-sender') {
    const isRule = text.startsWith('---', range.from);
    return isRule ? [edit('Keep it as text', { from: range.from, to: range.from, text: '\\' })] : [];
  }
  const agents = parseAgents(text);
  const agent = agents.find((each) => range.from >= each.range.from && range.from < each.range.to);
  if (agent === undefined) return [];
  // `changeAgent` changes the first agent of this name.
  const isFirst = findAgent(agents, agent.name) === agent;
  return isFirst || code !== 'agent-stack-missing' ? agentFixes(code, agent, { text, range }) : [];
}

function lineAround(text: string, at: number): { from: number; to: number } {
  const feed = text.indexOf('\n', at);
  return { from: text.lastIndexOf('\n', at - 1) + 1, to: feed < 0 ? text.length : feed + 1 };
}

const TYPE = /^(\s*type[ \t]*:[ \t]*)(\S.*?)\s*$/i;

/** Returns fixes for a type that is similar to a known one. Other types may be intended. @param to end offset of the field */
function typeFixes(field: string, to: number): StackFix[] {
  const [, before = '', written = ''] = TYPE.exec(field) ?? [];
  if (written === '') return [];
  const from = to - field.length + before.length;
  return sortByNearness(written.toLowerCase(), MESSAGE_TYPES)
    .filter(({ isNear }) => isNear)
    .map(({ value }, at) => edit(`Change to “${value}”`, { from, to: from + written.length, text: value }, at === 0));
}

interface AgentsText {
  readonly text: string;
  /** Range of the finding; for a stack, the range of its path. */
  readonly range: Pick<ChangedPart, 'from' | 'to'>;
}

const shown = (text: string): string => oneLine(text, 60);

function agentFixes(code: string, agent: AgentDefinition, { text, range }: AgentsText): StackFix[] {
  const { name } = agent;
  if (code === 'agent-stack-absent') return [{ kind: 'init', title: `Create the stack of ${shown(name)}`, agent: name }];
  if (code === 'agent-stack-name' && agent.stack !== null) return [stackFix({ ...range, text: stackIn(agent.stack) })];
  if (code === 'agent-manager-stack') return [stackFix({ ...range, text: stackIn('') })];
  if (code !== 'agent-stack-missing') return [];
  const folder = name.replace(/^agent-/, '').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  const stack = stackIn(folder.slice(0, MAX_OF_FOLDER) || 'agent');
  return [edit(writeTitle(stack), changedPart(text, changeAgent(text, name, { stack })), true)];
}

/** Maximum length of a folder name. */
const MAX_OF_FOLDER = 60;

const writeTitle = (stack: string): string => `Write “Stack: ${shown(stack)}”`;
const stackFix = (change: ChangedPart): StackFix => edit(writeTitle(change.text), change, true);

/** Returns a stack's path as written in AGENTS.md. @param folder the stack's folder, relative to AGENTS.md */
function stackIn(folder: string): string {
  return `./${path.posix.join(folder, STACK_FOLDER)}/`;
}
