import path from 'node:path';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { mergeConflicts, touchesConflict } from '../../text/conflicts/merge-conflicts.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { examineConflicts } from '../conflicts.ts';
import { AGENTS_FILE, createStackAdvice, LOCAL_FOLDER, nameExists, STACK_FOLDER, stackDirectory } from '../files/find-stacks.ts';
import type { StackFinding } from '../findings.ts';
import { MANAGER, type Stacks } from '../stacks.ts';
import { type AgentDefinition, type AgentField, findAgent, parseAgents } from './agents-file.ts';
import { findMisplacedAgents } from './misplaced-agents.ts';

/** Finding code for a Stack path that does not end in `.cstack`. Foreign files may have one; our commands never write one. */
export const STACK_NAME_CODE = 'agent-stack-name';

/** An AGENTS.md to check. Its text may come from an editor and be unsaved. */
interface AgentsFile {
  readonly runtime: Pick<Runtime, 'fs'>;
  /** Folder of the file. */
  readonly root: string;
  /** As in `FoundStacks`. Default: none. */
  readonly named?: string | null;
  readonly text: string;
}

type FindingPosition = Pick<StackFinding, 'file' | 'line' | 'range'>;

/**
 * Returns the problems of the agents in AGENTS.md (seed 4, "Agent Definition Fields"), in file order; empty when there is no AGENTS.md.
 * @throws CortexError
 */
export function checkAgents({ runtime, root, named, agentsText }: Stacks): StackFinding[] {
  return agentsText === null ? [] : examineAgents({ runtime, root, named, text: agentsText });
}

/** Like `checkAgents`, for a text. */
export function examineAgents(checked: AgentsFile): StackFinding[] {
  const agents = parseAgents(checked.text);
  const conflicts = mergeConflicts(checked.text);
  // A field that seems to be missing may be inside an unresolved git conflict.
  const isWhole = ({ range }: AgentDefinition) => !touchesConflict(conflicts, { from: range.from, to: range.to + 1 });
  const directories = new Map<string, string>();
  const found = agents.flatMap((agent, n) => [
    ...nameFindings(checked, agent, agents.slice(0, n)),
    ...repeatedFindings(checked, agent),
    ...(isWhole(agent) ? missingFindings(checked, agent) : []),
    ...(agent.stack === null ? [] : stackFindings(checked, { agent, stack: agent.stack, directories })),
  ]);
  return [...examineConflicts(checked.text, fileOf(checked)), ...found, ...misplacedFindings(checked, agents)];
}

/** An agent below a heading of another level is none: messages to it are refused, and its stack is not read. */
function misplacedFindings(checked: AgentsFile, agents: readonly AgentDefinition[]): StackFinding[] {
  return findMisplacedAgents(checked.text, agents).map(({ name, marks, line, range }) => {
    const message = `${name} is not an agent: its heading begins with "${marks}".`;
    const next = `Write "## ${name}".`;
    return { severity: 'error', code: 'agent-heading', message, file: fileOf(checked), line, range, next };
  });
}

const fileOf = ({ root }: AgentsFile): string => path.join(root, AGENTS_FILE);

function headingPlace(checked: AgentsFile, { line, range }: AgentDefinition): FindingPosition {
  const feed = checked.text.indexOf('\n', range.from);
  const heading: Range = { from: range.from, to: feed < 0 ? checked.text.length : feed };
  return { file: fileOf(checked), line, range: heading };
}

function fieldOf({ fields }: AgentDefinition, key: string): AgentField | undefined {
  return fields.find((field) => field.key.toLowerCase() === key.toLowerCase());
}

function fieldPlace(checked: AgentsFile, agent: AgentDefinition, key: string): FindingPosition {
  const field = fieldOf(agent, key);
  return field === undefined ? headingPlace(checked, agent) : { file: fileOf(checked), line: field.line, range: field.range };
}

function nameFindings(checked: AgentsFile, agent: AgentDefinition, before: readonly AgentDefinition[]): StackFinding[] {
  const place = headingPlace(checked, agent);
  const error = { severity: 'error', ...place } as const;
  if (agent.name === '') {
    return [{ ...error, code: 'agent-name-missing', message: 'An agent has no name.', next: 'Write its name after "##".' }];
  }
  const other = findAgent(before, agent.name);
  if (other === undefined) return [];
  const message = `${agent.name} has the same name as ${other.name} in line ${other.line}; messages go to that agent.`;
  return [{ ...error, code: 'agent-name-taken', message, next: 'Give each agent a unique name; a prefix "agent-" is ignored.' }];
}

/** Fields that an agent may have only once. */
const SINGLE: ReadonlySet<string> = new Set(['role', 'stack', 'skills', 'hooks']);

/** Reports each repeated field, e.g. after a merge that kept both sides. */
function repeatedFindings(checked: AgentsFile, { name, fields }: AgentDefinition): StackFinding[] {
  const first = new Map<string, AgentField>();
  return fields.flatMap((field): StackFinding[] => {
    const key = field.key.toLowerCase();
    const before = first.get(key);
    if (before === undefined) first.set(key, field);
    if (before === undefined || !SINGLE.has(key)) return [];
    const message = `${name} has ${field.key} more than once; the one in line ${before.line} is used.`;
    const place = { file: fileOf(checked), line: field.line, range: field.range };
    return [{ severity: 'warning', code: 'agent-field-repeated', message, ...place, next: 'Keep one of the two lines.' }];
  });
}

function missingFindings(checked: AgentsFile, agent: AgentDefinition): StackFinding[] {
  const { role, stack } = agent;
  return [...(role === null ? [missing(checked, agent, 'Role')] : []), ...(stack === null ? [missing(checked, agent, 'Stack')] : [])];
}

function missing(checked: AgentsFile, agent: AgentDefinition, key: 'Role' | 'Stack'): StackFinding {
  const example = key === 'Role' ? '- Role: what it is responsible for' : `- Stack: ./<folder>/${STACK_FOLDER}/`;
  const message = `${agent.name} has no ${key}.`;
  const next = `Write a line "${example}" below its heading.`;
  return { severity: 'error', code: `agent-${key.toLowerCase()}-missing`, message, ...fieldPlace(checked, agent, key), next };
}

interface Located {
  readonly agent: AgentDefinition;
  readonly stack: string;
  /** Agent names by the real paths of their stacks, for the agents checked so far. */
  readonly directories: Map<string, string>;
}

function stackFindings(checked: AgentsFile, { agent, stack, directories }: Located): StackFinding[] {
  const place = fieldPlace(checked, agent, 'Stack');
  const { runtime, root } = checked;
  let directory: string;
  try {
    directory = stackDirectory(runtime, root, stack, checked.named);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const isOutside = error.code === 'outside-root';
    const [code, what] = isOutside ? ['agent-stack-outside', 'is outside the repository'] : ['agent-stack-broken', 'cannot be used'];
    const message = `The Stack of ${agent.name} ${what}: ${error.message}.`;
    const next = isOutside ? 'Use a path below the folder of AGENTS.md.' : (error.data.next ?? 'Correct the path.');
    return [{ severity: 'error', code, message, ...place, next }];
  }
  const other = directories.get(directory);
  if (other !== undefined) {
    const next = 'Give each agent its own stack.';
    return [{ severity: 'error', code: 'agent-stack-taken', message: `${agent.name} has the same stack as ${other}.`, ...place, next }];
  }
  directories.set(directory, agent.name);
  const named = folderFindings(checked, agent, directory);
  return [...managerFindings(checked, agent, directory), ...(named.length > 0 ? named : absentFindings(checked, agent, directory))];
}

/** The name `manager` always means the stack beside AGENTS.md, even if the file defines another one. */
function managerFindings(checked: AgentsFile, agent: AgentDefinition, directory: string): StackFinding[] {
  if (agent.name !== MANAGER || directory === stackDirectory(checked.runtime, checked.root, STACK_FOLDER, checked.named)) return [];
  const message = `Messages to ${MANAGER} go to ./${STACK_FOLDER}/ beside AGENTS.md, not to this Stack.`;
  const next = `Write "./${STACK_FOLDER}/", or give the agent another name.`;
  return [{ severity: 'error', code: 'agent-manager-stack', message, ...fieldPlace(checked, agent, 'Stack'), next }];
}

/** Commands search for a folder named `.cstack`. An agent never finds messages in a folder with another name. */
function folderFindings(checked: AgentsFile, agent: AgentDefinition, directory: string): StackFinding[] {
  const [parent, name] = [path.basename(path.dirname(directory)), path.basename(directory)];
  if (name === STACK_FOLDER || (name === LOCAL_FOLDER && parent === STACK_FOLDER)) return [];
  const stack = path.relative(checked.root, directory).replaceAll(path.sep, '/');
  const message = `The Stack of ${agent.name} is not a folder named ${STACK_FOLDER}, so an agent that works there does not find its messages.`;
  const next = `Write "${['.', stack, STACK_FOLDER].filter((each) => each !== '').join('/')}/".`;
  return [{ severity: 'warning', code: STACK_NAME_CODE, message, ...fieldPlace(checked, agent, 'Stack'), next }];
}

function absentFindings(checked: AgentsFile, agent: AgentDefinition, directory: string): StackFinding[] {
  if (nameExists(checked.runtime.fs, directory)) return [];
  const message = `The stack of ${agent.name} does not exist; messages to it are not delivered.`;
  const next = createStackAdvice(directory);
  return [{ severity: 'warning', code: 'agent-stack-absent', message, ...fieldPlace(checked, agent, 'Stack'), next }];
}
