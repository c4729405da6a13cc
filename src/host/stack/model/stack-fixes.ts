import path from 'node:path';
import {
  type AgentDefinition,
  changeAgent,
  MESSAGE_TYPES,
  parseAgents,
  STACK_FOLDER,
  type StackFinding,
} from '../../../engine/stack/index.ts';
import { byNearness } from '../../../engine/vault/index.ts';
import { type ChangedPart, changedPart } from './changed-part.ts';

/** One way to mend what is wrong in a file of a stack. */
export type StackFix = { readonly title: string } & (
  | { readonly kind: 'edit'; readonly edit: ChangedPart; readonly isBest: boolean }
  /** The stack of an agent is made, which is known by its name. */
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

/** What can be done about a finding where it is clear what is meant; what is most likely first. @param text the one that was looked through */
export function fixesOf({ code, range, line }: StackFinding, text: string): StackFix[] {
  if (range === undefined) return [];
  if (code === 'unknown-box') return BOXES.map(([status, box]) => edit(`Mark as ${status}`, { ...range, text: box }));
  if (code === 'unknown-type') return typeFixes(text.slice(range.from, range.to), range.to);
  if (code === 'shared-id') return [edit('Remove this ID: one is made from the message', { ...lineAround(text, range.from), text: '' })];
  if (code === 'half-header' || code === 'no-sender') {
    const isRule = text.startsWith('---', range.from);
    return isRule ? [edit('Keep it as text', { from: range.from, to: range.from, text: '\\' })] : [];
  }
  const agent = parseAgents(text).find((each) => range.from >= each.range.from && range.from < each.range.to);
  return agent === undefined ? [] : agentFixes(code, agent, { text, line });
}

function lineAround(text: string, at: number): { from: number; to: number } {
  const feed = text.indexOf('\n', at);
  return { from: text.lastIndexOf('\n', at - 1) + 1, to: feed < 0 ? text.length : feed + 1 };
}

const TYPE = /^(\s*type[ \t]*:[ \t]*)(\S.*?)\s*$/i;

/** A type that is nearly a known one; another one may be meant as it is. @param to behind the field */
function typeFixes(field: string, to: number): StackFix[] {
  const [, before = '', written = ''] = TYPE.exec(field) ?? [];
  if (written === '') return [];
  const from = to - field.length + before.length;
  return byNearness(written.toLowerCase(), MESSAGE_TYPES)
    .filter(({ isNear }) => isNear)
    .map(({ value }, at) => edit(`Change to “${value}”`, { from, to: from + written.length, text: value }, at === 0));
}

interface AgentsText {
  readonly text: string;
  readonly line: number;
}

function agentFixes(code: string, agent: AgentDefinition, { text }: AgentsText): StackFix[] {
  if (code === 'agent-stack-absent') return [{ kind: 'init', title: `Make the stack of ${agent.name}`, agent: agent.name }];
  if (code !== 'agent-stack-missing') return [];
  const folder = agent.name.replace(/^agent-/, '').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  const stack = `./${path.posix.join(folder || 'agent', STACK_FOLDER)}/`;
  return [edit(`Write “Stack: ${stack}”`, changedPart(text, changeAgent(text, agent.name, { stack })), true)];
}
