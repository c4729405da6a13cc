import * as vscode from 'vscode';
import { readFileBounded } from '../../engine/files/atomic-file.ts';
import { CortexError } from '../../engine/platform/errors.ts';
import { nodeFileSystem } from '../../engine/platform/file-system.ts';
import { findAgent, listHooks, type StackFiles, type StackHook } from '../../engine/stack/index.ts';
import { choose, confirmLines } from '../commands/ask.ts';
import { required } from '../commands/forms/pickers.ts';
import { reportDone, showWarningWithAction } from '../commands/notifications.ts';
import { requireTrust } from '../commands/trust.ts';
import type { Subject } from '../model/row.ts';
import { counted, duration, messageText, oneLine, pickText, visible } from '../model/text.ts';
import { HookOutput } from './hook-output.ts';
import { commandLine, hookCommand } from './model/hook-command.ts';
import { type Program, type ProgramEnd, runProgram } from './run-program.ts';
import type { StackSession } from './stack-session.ts';
import { agentFolder, type ChosenStack, stackFor } from './which-stack.ts';

/** Timeout of a hook, in milliseconds. */
const TIME_LIMIT_MS = 300_000;
/** Maximum size of a script, in bytes, because the user must be able to read it before it runs. */
const MAX_SCRIPT_SIZE = 4 * 1024 * 1024;
const TITLE = 'Run Hook';

/** Runs hooks of agents. Each run needs a confirmation that shows its command line (decision 0013, "Hooks"). */
export class HookRunner implements vscode.Disposable {
  #channel: vscode.OutputChannel | null = null;
  /** Stops the running hooks when the window closes. */
  readonly #closing = new AbortController();

  constructor(private readonly session: StackSession) {}

  /** @throws Cancelled, CortexError */
  async run(subject: Subject | null): Promise<void> {
    requireTrust();
    const chosen = await stackFor(this.session, subject, TITLE);
    const hook = await hookIn(chosen, subject?.kind === 'stack-hook' ? subject.skill : null);
    const { files } = chosen;
    const place = { platform: process.platform, home: agentFolder(files), agent: files.name, environment: process.env };
    const program = hookCommand(hook, place);
    const script = program.args.at(-1) ?? '';
    const shown = scriptText(script);
    await confirmRun(files, hook, program);
    requireTrust();
    // Prevents running a script that was changed after the user confirmed it.
    if (!scriptText(script).equals(shown)) {
      throw new CortexError('denied', 'the hook changed before you confirmed', { file: script, next: 'Check it, then run it again.' });
    }
    await this.#run(files, hook, program);
  }

  async #run(files: StackFiles, { skill }: StackHook, program: Program): Promise<void> {
    const kept = await HookOutput.begin(this.session.session.runtime, files.directory, skill);
    this.#channel ??= vscode.window.createOutputChannel('Cortex Hooks');
    const channel = this.#channel;
    channel.appendLine(`> ${commandLine(program)}`);
    const decoder = new TextDecoder();
    const output = (bytes: Buffer) => {
      if (kept.write(bytes)) channel.append(decoder.decode(bytes, { stream: true }));
    };
    try {
      const ending = await this.#withProgress(`${files.name}: ${skill}`, (signal) =>
        runProgram(program, { timeoutMs: TIME_LIMIT_MS, signal, output }),
      );
      const unkept = kept.refusal === null ? '' : `\n> ${kept.refusal}`;
      channel.appendLine(`${unkept}\n> ${describeEnd(ending)}; kept in ${kept.file}`);
      void this.#say(skill, ending, kept.file);
    } finally {
      kept.close();
    }
  }

  #withProgress(name: string, work: (signal: AbortSignal) => Promise<ProgramEnd>): Thenable<ProgramEnd> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: messageText(`Running the hook ${oneLine(name, 100)}`),
      cancellable: true,
    };
    return vscode.window.withProgress(options, (_progress, token) => {
      const cancelling = new AbortController();
      token.onCancellationRequested(() => cancelling.abort());
      return work(AbortSignal.any([cancelling.signal, this.#closing.signal]));
    });
  }

  async #say(skill: string, ending: ProgramEnd, file: string): Promise<void> {
    const text = `The hook ${oneLine(skill, 60)} ${describeEnd(ending)}.`;
    if (ending.kind === 'exit' && ending.code === 0) reportDone(`${text} Its output is in Cortex Hooks.`);
    else if (await showWarningWithAction(text, 'Show Output')) await vscode.window.showTextDocument(vscode.Uri.file(file));
  }

  dispose(): void {
    this.#closing.abort();
    this.#channel?.dispose();
  }
}

/** @throws CortexError if the script is not a file, no longer exists, or is too large */
function scriptText(script: string): Buffer {
  const content = readFileBounded(nodeFileSystem, script, { maxBytes: MAX_SCRIPT_SIZE });
  if (content !== null) return content.bytes;
  throw new CortexError('not-found', 'the script of the hook no longer exists', { file: script, next: 'Refresh the view.' });
}

async function hookIn({ files, stacks }: ChosenStack, skill: string | null): Promise<StackHook> {
  const hooks = listHooks(files.stack, findAgent(stacks.agents, files.name));
  const named = hooks.find((hook) => hook.skill === skill);
  if (named !== undefined) return named;
  if (skill !== null) throw new CortexError('not-found', 'the hook no longer exists', { value: skill, next: 'Refresh the view.' });
  const choices = hooks.map((hook) => ({
    label: pickText(hook.skill, 60),
    description: hook.declared ? '' : 'not in AGENTS.md',
    value: hook,
  }));
  const nothing = `${oneLine(files.name, 60)} has no hooks. A hook is a script in .claude/hooks/ of its stack.`;
  return choose(required(choices, nothing), { title: TITLE, placeHolder: 'Choose a hook. Its command line is shown before it runs' });
}

/** Asks for confirmation with the whole command line. @throws Cancelled */
function confirmRun({ name }: StackFiles, { skill }: StackHook, program: Program): Promise<void> {
  const lines = [
    visible(commandLine(program)),
    '',
    `In the folder ${visible(program.directory)}`,
    `It is stopped after ${duration(TIME_LIMIT_MS)}. It runs with your permissions: read the script first.`,
  ];
  return confirmLines(`Run the hook ${oneLine(skill, 60)} of ${oneLine(name, 60)}?`, lines, 'Run');
}

function describeEnd(ending: ProgramEnd): string {
  if (ending.kind === 'exit') return ending.code === 0 ? 'has finished' : `failed with exit code ${ending.code}`;
  if (ending.kind === 'signal') return `was stopped by ${ending.name}`;
  if (ending.kind === 'time-out') return `was stopped after ${counted(TIME_LIMIT_MS / 60_000, 'minute')}`;
  return ending.kind === 'cancelled' ? 'was cancelled' : `could not be started: ${oneLine(ending.why, 200)}`;
}
