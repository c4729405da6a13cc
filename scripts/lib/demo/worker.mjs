// @ts-check
import path from 'node:path';
import { note, pause, TOKEN_USD, textOf, writeFile } from './agent-process.mjs';
import { checkJob } from './checks.mjs';
import { cortexOf } from './cortex.mjs';
import { halfDone, replaceFunction } from './functions.mjs';
import { afterDraft, afterJob, finishedFunction, readJobs } from './jobs.mjs';

/** @typedef {import('./jobs.mjs').Job} Job */
/** @typedef {import('./cortex.mjs').Task} Task */

/** Duration of a lock. */
const LOCK_SECONDS = 40;
/** A lower pace does not make the machine faster. */
const LEAST_LOCK_SECONDS = 10;
const WAIT_SECONDS = 20;
const LOCK_TRIES = 12;
/** Longer than any task takes. */
const HOARD_TTL = '15m';
/** An agent that vanishes does so in its first task, and after a restart after this many. */
const LATER_LIFESPAN = 6;
const SECONDS_PER_TOKEN = 0.001_5;
/** After each slice of work the agent reports its usage, which is its heartbeat. */
const SLICE_SECONDS = 8;

/** Outcome of each type of entry. */
const OUTCOMES = /** @type {const} */ ({
  decision: 'success',
  conflict: 'pending',
  failure: 'failure',
  escalation: 'pending',
  learning: 'success',
});

/** Does the tasks of an agent, from the decision to the report. */
export class Worker {
  #demo;
  #member;
  #scratch;
  #cortex;
  #jobs = readJobs();
  #lifespan;
  #finished = 0;

  /**
   * @param {import('./demo-folder.mjs').DemoFolder} demo
   * @param {import('./roster.mjs').Member} member
   * @param {string} scratch a folder of its own
   * @param {number} life 1 at the first start
   */
  constructor(demo, member, scratch, life) {
    this.#demo = demo;
    this.#member = member;
    this.#scratch = scratch;
    this.#cortex = cortexOf(demo);
    this.#lifespan = life === 1 ? 0 : LATER_LIFESPAN;
  }

  /** Does a task, and completes or fails it. @param {Task} task */
  async work(task) {
    const job = this.#jobs[task.id];
    // A person may have added a task to the swarm.
    if (job === undefined) return this.#fail(task, 'Agents of the demo do only the tasks of the demo.');
    await pause(this.#demo, 2);
    await this.#record('decision', task, job.decision, job.reasoning, job.confidence);
    if (!this.#member.barges && !(await this.#lock(job, task))) return this.#fail(task, `${job.file} stayed locked.`);
    await this.#edit(job, task);
    if (!this.#member.barges && !this.#member.hoards) await this.#say('lock release', '--all', '--agent', this.#member.id);
    this.#finished += 1;
  }

  /** @param {Job} job @param {Task} task */
  async #edit(job, task) {
    if (this.#member.vanishes && this.#finished >= this.#lifespan && job.piece !== undefined) return this.#vanish(job, task);
    const { draft, givesUp } = job;
    if (draft !== undefined) {
      const before = textOf(this.#file(job));
      const { said } = await this.#attempt(job, task, (present) => afterDraft(job, draft, present));
      await this.#record('failure', task, `First attempt at ${task.id} failed`, said, 0.9);
      if (givesUp !== undefined) {
        writeFile(this.#file(job), before, this.#scratch);
        await this.#record('escalation', task, `Failed ${task.id}`, givesUp, 0.7);
        return this.#fail(task, givesUp);
      }
    }
    const { ok, said } = await this.#attempt(job, task, (present) => afterJob(job, present));
    if (!ok) return this.#fail(task, said);
    if (draft !== undefined) await this.#record('learning', task, `${task.id} works at the second attempt`, job.reasoning, 0.9);
    await this.#say('swarm complete', task.id, '--agent', this.#member.id, '--output', said);
  }

  /**
   * Works for a while, edits, and checks the result.
   * @param {Job} job
   * @param {Task} task
   * @param {(present: string) => string} change
   */
  async #attempt(job, task, change) {
    await this.#toil(job, task, task.estimatedTokens);
    // Read immediately before writing, because other agents edit other functions of the file.
    writeFile(this.#file(job), change(textOf(this.#file(job))), this.#scratch);
    const result = await checkJob(this.#demo.workspace, this.#scratch, job);
    note(`${task.id}: ${result.said}`);
    return result;
  }

  /** Spends tokens and time. @param {Job} job @param {Task} task @param {number} tokens */
  async #toil(job, task, tokens) {
    const seconds = (tokens * SECONDS_PER_TOKEN) / this.#member.speed;
    const slices = Math.max(1, Math.round(seconds / SLICE_SECONDS));
    for (let slice = 1; slice <= slices; slice++) {
      await pause(this.#demo, seconds / slices);
      await this.#use(task, Math.round(tokens / slices));
      if (slice % 2 === 0 && !this.#member.hoards && !this.#member.barges) {
        await this.#say('lock renew', job.file, '--agent', this.#member.id, '--ttl', this.#ttl(LOCK_SECONDS));
      }
    }
  }

  /** Kills its own process during an edit, without releasing its locks. @param {Job} job @param {Task} task */
  async #vanish(job, task) {
    await this.#toil(job, task, task.estimatedTokens / 2);
    const { piece = '' } = job;
    writeFile(this.#file(job), replaceFunction(textOf(this.#file(job)), piece, halfDone(finishedFunction(job))), this.#scratch);
    process.kill(process.pid, 'SIGKILL');
  }

  /** @param {Job} job @param {Task} task @returns {Promise<boolean>} whether it got the lock */
  async #lock(job, task) {
    const ttl = this.#member.hoards ? HOARD_TTL : this.#ttl(LOCK_SECONDS);
    const wait = `${Math.round(WAIT_SECONDS * 1000 * this.#demo.pace)}ms`;
    const words = ['--agent', this.#member.id, '--ttl', ttl, '--wait', wait, '--reason', task.description];
    for (let attempt = 1; attempt <= LOCK_TRIES; attempt++) {
      const { yes } = await this.#cortex('lock acquire', job.file, ...words);
      if (yes) return true;
      note(`no lock on ${job.file} yet`);
      if (attempt === 1) await this.#record('conflict', task, `Waits for ${job.file}`, 'Another agent holds its lock.', 0.9);
      await this.#use(task, 200);
    }
    return false;
  }

  /** @param {Task} task @param {number} tokens */
  #use(task, tokens) {
    const cost = (tokens * TOKEN_USD).toFixed(6);
    return this.#say('swarm usage', '--agent', this.#member.id, '--tokens', String(tokens), '--cost', cost, '--task', task.id);
  }

  /**
   * @param {keyof typeof OUTCOMES} type
   * @param {Task} task
   * @param {string} action
   * @param {string} reasoning
   * @param {number} confidence
   */
  #record(type, task, action, reasoning, confidence) {
    const file = this.#jobs[task.id]?.file ?? '';
    const words = ['--type', type, '--outcome', OUTCOMES[type], '--action', action, '--reasoning', reasoning];
    const more = ['--confidence', String(confidence), '--task', task.id, '--file', file];
    return this.#say('timeline add', '--agent', this.#member.id, ...words, ...more);
  }

  /** @param {Task} task @param {string} reason */
  #fail(task, reason) {
    return this.#say('swarm fail', task.id, '--agent', this.#member.id, '--reason', reason);
  }

  /** Runs a command, and continues also if it fails: a person may have reassigned the task or broken the lock. @param {string} words @param {string[]} args */
  async #say(words, ...args) {
    const { yes, text } = await this.#cortex(words, ...args);
    if (!yes) note(`${words} ${args.join(' ')}: ${text}`);
  }

  /** @param {number} seconds at pace 1 */
  #ttl = (seconds) => `${Math.ceil(Math.max(LEAST_LOCK_SECONDS, seconds * this.#demo.pace))}s`;

  /** @param {Job} job */
  #file = ({ file }) => path.join(this.#demo.workspace, file);
}
