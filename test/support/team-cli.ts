import { cortexProgram } from '../../src/cli/cortex-program.ts';
import { insideOf, type Run, runProgramHere } from './cortex-cli.ts';
import { TeamFolder } from './team-folder.ts';

/** A team directory in a home, and the command line for it, in UTC. */
export class TeamCli {
  /** The home directory. */
  readonly home = new TeamFolder({ '.cortex/config.yaml': 'timezone: UTC\nteam_dir: ~/team\n' });
  #now = '2026-03-28T09:00:00Z';

  /** Sets the time. @param text local time in UTC */
  at(text: string): void {
    this.#now = `${text}Z`;
  }

  /** Runs a command of `cortex team` in this process. @param interactive as a person at a terminal does */
  async run(words: readonly string[], interactive = false): Promise<Run> {
    const changed = { HOME: this.home.root, CORTEX_NOW: this.#now };
    const before = { HOME: process.env.HOME, CORTEX_NOW: process.env.CORTEX_NOW };
    Object.assign(process.env, changed);
    try {
      return insideOf(this.home.root, await runProgramHere(cortexProgram, ['team', ...words, '--root', this.home.root], interactive));
    } finally {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  }

  /** Returns the output of a command with `--json`. */
  async json(words: readonly string[]): Promise<unknown> {
    return JSON.parse((await this.run([...words, '--json'])).out);
  }
}
