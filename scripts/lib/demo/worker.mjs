// @ts-check
import path from 'node:path';
import { checkJob } from './checks.mjs';
import { cortexOf } from './cortex.mjs';
import { note, pause, TOKEN_USD, textOf, writeFile } from './life.mjs';
import { afterDraft, afterJob, finishedPiece, readJobs } from './material.mjs';
import { halfDone, replacePiece } from './pieces.mjs';

/** @typedef {import('./material.mjs').Job} Job */
/** @typedef {import('./cortex.mjs').Task} Task */

/** How long a lock is asked for, and waited for. */
const LOCK_SECONDS = 40;
/** A machine is no faster in a demo at another pace. */
const LEAST_LOCK_SECONDS = 10;
const WAIT_SECONDS = 20;
const LOCK_TRIES = 12;
/** Nothing that a hoarder does takes that long. */
const HOARD_TTL = '15m';
/** Whoever vanishes does so in its first task, later after so many. */
const LATER_LIFESPAN = 6;
const SECONDS_PER_TOKEN = 0.001_5;
/** A slice of work ends with a report of what it used: the sign of life that others wait for. */
const SLICE_SECONDS = 8;

/** How each kind of entry that agents make has ended when they make it. */
const OUTCOMES = /** @type {const} */ ({
  decision: 'success',
  conflict: 'pending',
  failure: 'failure',
  escalation: 'pending',
  learning: 'success',
});

/** How an agent does a task, from the decision to the report. */
export class Worker {
  #place;
  #member;
  #scratch;
  #cortex;
  #jobs = readJobs();
  #lifespan;
  #finished = 0;

  /**
   * @param {import('./place.mjs').Place} place
   * @param {import('./roster.mjs').Member} member
   * @param {string} scratch a folder of its own
   * @param {number} life how often it has been started
   */
  constructor(place, member, scratch, life) {
    this.#place = place;
    this.#member = member;
    this.#scratch = scratch;
    this.#cortex = cortexOf(place);
    this.#lifespan = life === 1 ? 0 : LATER_LIFESPAN;
  }

  /** Does a task and says how it went. @param {Task} task */
  async work(task) {
    const job = this.#jobs[task.id];
    // A person may have put a task of their own into the swarm.
    if (job === undefined) return this.#fail(task, 'This agent of the demo knows only the tasks of the demo.');
    await pause(this.#place, 2);
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
        await this.#record('escalation', task, `Gave up ${task.id}`, givesUp, 0.7);
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
    // Read and written in one go: others may have edited other functions of the file meanwhile.
    writeFile(this.#file(job), change(textOf(this.#file(job))), this.#scratch);
    const result = await checkJob(this.#place.workspace, this.#scratch, job);
    note(`${task.id}: ${result.said}`);
    return result;
  }

  /** Spends tokens and time. @param {Job} job @param {Task} task @param {number} tokens */
  async #toil(job, task, tokens) {
    const seconds = (tokens * SECONDS_PER_TOKEN) / this.#member.speed;
    const slices = Math.max(1, Math.round(seconds / SLICE_SECONDS));
    for (let slice = 1; slice <= slices; slice++) {
      await pause(this.#place, seconds / slices);
      await this.#use(task, Math.round(tokens / slices));
      if (slice % 2 === 0 && !this.#member.hoards && !this.#member.barges) {
        await this.#say('lock renew', job.file, '--agent', this.#member.id, '--ttl', this.#ttl(LOCK_SECONDS));
      }
    }
  }

  /** Dies as a program does that is killed: no word, no release, half an edit. @param {Job} job @param {Task} task */
  async #vanish(job, task) {
    await this.#toil(job, task, task.estimatedTokens / 2);
    const { piece = '' } = job;
    writeFile(this.#file(job), replacePiece(textOf(this.#file(job)), piece, halfDone(finishedPiece(job))), this.#scratch);
    process.kill(process.pid, 'SIGKILL');
  }

  /** @param {Job} job @param {Task} task @returns {Promise<boolean>} whether it got the lock */
  async #lock(job, task) {
    const ttl = this.#member.hoards ? HOARD_TTL : this.#ttl(LOCK_SECONDS);
    const wait = `${Math.round(WAIT_SECONDS * 1000 * this.#place.pace)}ms`;
    const words = ['--agent', this.#member.id, '--ttl', ttl, '--wait', wait, '--reason', task.description];
    for (let attempt = 1; attempt <= LOCK_TRIES; attempt++) {
      const { yes } = await this.#cortex('lock acquire', job.file, ...words);
      if (yes) return true;
      note(`no lock on ${job.file} yet`);
      if (attempt === 1) await this.#record('conflict', task, `Waits for ${job.file}`, 'Somebody else holds its lock.', 0.9);
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

  /** Says something, and goes on whatever the answer is: a person may have taken the task or the lock away. @param {string} words @param {string[]} args */
  async #say(words, ...args) {
    const { yes, text } = await this.#cortex(words, ...args);
    if (!yes) note(`${words} ${args.join(' ')}: ${text}`);
  }

  /** @param {number} seconds for people */
  #ttl = (seconds) => `${Math.ceil(Math.max(LEAST_LOCK_SECONDS, seconds * this.#place.pace))}s`;

  /** @param {Job} job */
  #file = ({ file }) => path.join(this.#place.workspace, file);
}
