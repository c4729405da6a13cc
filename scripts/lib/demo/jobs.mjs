// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionText, replaceFunction, unfinished } from './functions.mjs';

/**
 * Work of an agent for a task: it writes a function of the finished project, or adds a file of it.
 * @typedef {object} Job
 * @property {string} file relative to the project
 * @property {string} [piece] the name of the function; without it the job is the whole file
 * @property {'throws' | 'empty' | 'absent'} [unfinished] its state at the start; omitted if another job has it
 * @property {string} [draft] a first attempt, in demo/drafts, that fails its test
 * @property {string} [givesUp] why the agent gives up after that attempt
 * @property {string} decision
 * @property {string} reasoning
 * @property {number} confidence
 */

/** The demo's data: the finished project, drafts, plans, jobs. */
export const demoFolder = fileURLToPath(new URL('../../../demo', import.meta.url));

/** The rounds, in order; each is a plan for `cortex swarm create --file`. */
export const rounds = /** @type {const} */ (['build', 'harden']);

/** @param {typeof rounds[number]} round */
export const planFile = (round) => path.join(demoFolder, 'plans', `${round}.yaml`);

/** @returns {Record<string, Job>} the jobs by task id */
export const readJobs = () => JSON.parse(fs.readFileSync(path.join(demoFolder, 'work.json'), 'utf8'));

/** Returns a file of the finished project. @param {string} file */
const finished = (file) => fs.readFileSync(path.join(demoFolder, 'project', file), 'utf8');

/**
 * Returns the text of a file after a job.
 * @param {Job} job
 * @param {string} present the file's text now; empty where it is missing
 */
export const afterJob = ({ file, piece }, present) =>
  piece === undefined ? finished(file) : replaceFunction(present, piece, functionText(finished(file), piece));

/**
 * Returns the text of a file after the first attempt at a job.
 * @param {Job} job
 * @param {string} draft the name of its draft
 * @param {string} present
 */
export function afterDraft({ piece = '' }, draft, present) {
  return replaceFunction(present, piece, fs.readFileSync(path.join(demoFolder, 'drafts', draft), 'utf8'));
}

/** The function of a job as it is in the finished project. @param {Job} job */
export const finishedFunction = ({ file, piece = '' }) => functionText(finished(file), piece);

/** @param {Job} job @param {string} folder */
function unfinish({ file, piece, unfinished: how }, folder) {
  const target = path.join(folder, file);
  if (how === 'absent') return fs.rmSync(target, { force: true });
  if (how === undefined || piece === undefined) return;
  const text = fs.readFileSync(target, 'utf8');
  fs.writeFileSync(target, replaceFunction(text, piece, unfinished[how](functionText(text, piece))));
}

/**
 * Copies the unfinished project to a folder; other files there stay.
 * @param {string} folder
 */
export function layOut(folder) {
  fs.cpSync(path.join(demoFolder, 'project'), folder, { recursive: true });
  for (const job of Object.values(readJobs())) unfinish(job, folder);
}
