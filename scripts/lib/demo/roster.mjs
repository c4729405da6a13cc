// @ts-check

/**
 * How an agent of the demo behaves. Most behave well; the others are what a swarm must live with.
 * @typedef {object} Member
 * @property {string} id
 * @property {string} role
 * @property {'agent' | 'by-hand' | 'coordinator'} program
 * @property {boolean} [vanishes] dies without a word in the middle of a task, a lock in its hand
 * @property {boolean} [hoards] takes locks for long, neither renews nor gives them back
 * @property {boolean} [barges] edits without a lock
 * @property {string} [fault] what is rude about it, in words that follow its name
 * @property {number} speed 1 is the usual one, 2 takes half the time
 */

/** @type {Member} */
const coordinator = { id: 'crane', role: 'coordinator', program: 'coordinator', speed: 1 };

/** @param {string} id @param {string} role @param {number} speed @returns {Member} */
const polite = (id, role, speed) => ({ id, role, program: 'agent', speed });

/** The demo's agents, each a process of its own. @type {readonly Member[]} */
export const roster = [
  coordinator,
  polite('dunlin', 'implementer', 1),
  polite('finch', 'implementer', 1.2),
  polite('heron', 'implementer', 0.8),
  polite('kestrel', 'implementer', 1.3),
  polite('lapwing', 'implementer', 0.9),
  polite('osprey', 'implementer', 1.1),
  polite('plover', 'implementer', 1),
  polite('siskin', 'tester', 1.2),
  polite('starling', 'tester', 0.9),
  polite('wagtail', 'tester', 1),
  { ...polite('cuckoo', 'implementer', 1), barges: true, fault: 'edits without asking for a lock' },
  { ...polite('magpie', 'implementer', 0.7), hoards: true, fault: 'takes locks for a quarter of an hour and gives none back' },
  { ...polite('swallow', 'implementer', 1), vanishes: true, fault: 'dies without a word, a lock in its hand' },
  { id: 'raven', role: 'implementer', program: 'by-hand', speed: 1, fault: 'writes swarm.crtx by hand' },
];

/** @param {string} id */
export function memberOf(id) {
  const member = roster.find((each) => each.id === id);
  if (member === undefined) throw new Error(`there is no agent ${id} in the demo`);
  return member;
}
