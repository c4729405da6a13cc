import fs from 'node:fs';
import path from 'node:path';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { answerHook, findCodec } from '../../../src/guard/index.ts';
import { CliProject } from '../../support/cortex-cli.ts';

export const VENDORS = ['claude', 'copilot', 'vscode', 'codex', 'gemini', 'cursor', 'opencode'] as const;
export type Vendor = (typeof VENDORS)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** A project in which `ann` holds `src/a.ts`, the folder `lib`, and `docs/*.md`. */
export class GuardedProject extends CliProject {
  static async make(): Promise<GuardedProject> {
    const project = new GuardedProject();
    for (const name of [
      'src/a.ts',
      'src/b.ts',
      'src/deep/c.ts',
      'lib/x.ts',
      'docs/guide.md',
      'docs/logo.svg',
      'package.json',
      'list.txt',
    ]) {
      project.write(name, 'text\n');
    }
    await project.run('init');
    await project.run(['lock', 'acquire', 'src/a.ts', 'lib', 'docs/*.md', '--agent', 'ann', '--reason', 'the prices', '--ttl', '1h']);
    return project;
  }

  /** Returns the reply to a hook. @param agent value of CORTEX_AGENT; `null` leaves it unset */
  ask(vendor: Vendor, payload: unknown, { agent = 'bob', environment = {} }: { agent?: string | null; environment?: Environment } = {}) {
    return this.askText(vendor, JSON.stringify(payload), { agent, environment });
  }

  askText(vendor: Vendor, text: string, { agent = 'bob', environment = {} }: { agent?: string | null; environment?: Environment } = {}) {
    const codec = findCodec(vendor);
    if (codec === undefined) throw new Error(vendor);
    const variables = { HOME: '/home/nobody', ...(agent !== null && { CORTEX_AGENT: agent }), ...environment };
    const place = { directory: this.root, exactDirectory: false, environment: variables };
    return answerHook({ vendor, codec, runtime: nodeRuntime({}), ...place, readInput: async () => text });
  }

  /** Returns the reason for denying a shell command; `null` if it is allowed. */
  async line(
    command: string,
    { agent = 'bob', folder = this.root, session = 's' }: { agent?: string | null; folder?: string; session?: string } = {},
  ) {
    const payload = { hook_event_name: 'PreToolUse', session_id: session, cwd: folder, tool_name: 'Bash', tool_input: { command } };
    const { reply, problem } = await this.ask('gemini', payload, { agent });
    return problem ?? (reply === null ? null : String(reply.reason));
  }

  /** Returns the commands that get a different reply than expected. */
  async wrong(lines: readonly string[], refused: boolean): Promise<string[]> {
    const found: string[] = [];
    for (const [at, line] of lines.entries()) {
      const reason = await this.line(line, { session: `session ${at}` });
      if ((reason !== null) !== refused) found.push(line.slice(-200));
    }
    return found;
  }

  get sessions(): string[] {
    const folder = path.join(this.root, '.cortex/.local/sessions');
    return fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
  }
}
