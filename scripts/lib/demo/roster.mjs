// @ts-check

/**
 * Behaviour of an agent of the demo. Most follow the rules; the others show what a swarm must tolerate.
 * @typedef {object} Member
 * @property {string} id
 * @property {string} role
 * @property {'agent' | 'by-hand' | 'coordinator'} program
 * @property {boolean} [vanishes] is killed during a task, while it holds a lock
 * @property {boolean} [hoards] acquires locks for long, and neither renews nor releases them
 * @property {boolean} [barges] edits without a lock
 * @property {string} [fault] its fault, as words that follow its name
 * @property {number} speed 1 is normal, 2 takes half the time
 */

/** @type {Member} */
const coordinator = { id: 'crane', role: 'coordinator', program: 'coordinator', speed: 1 };

/** @param {string} id @param {string} role @param {number} speed @returns {Member} */
const wellBehaved = (id, role, speed) => ({ id, role, program: 'agent', speed });

/** The demo's agents, each a process of its own. @type {readonly Member[]} */
export const roster = [
  coordinator,
  wellBehaved('dunlin', 'implementer', 1),
  wellBehaved('finch', 'implementer', 1.2),
  wellBehaved('heron', 'implementer', 0.8),
  wellBehaved('kestrel', 'implementer', 1.3),
  wellBehaved('lapwing', 'implementer', 0.9),
  wellBehaved('osprey', 'implementer', 1.1),
  wellBehaved('plover', 'implementer', 1),
  wellBehaved('siskin', 'tester', 1.2),
  wellBehaved('starling', 'tester', 0.9),
  wellBehaved('wagtail', 'tester', 1),
  { ...wellBehaved('cuckoo', 'implementer', 1), barges: true, fault: 'edits without locks' },
  { ...wellBehaved('magpie', 'implementer', 0.7), hoards: true, fault: 'acquires locks for 15 minutes and does not release them' },
  { ...wellBehaved('swallow', 'implementer', 1), vanishes: true, fault: 'is killed while it holds a lock' },
  { id: 'raven', role: 'implementer', program: 'by-hand', speed: 1, fault: 'writes swarm.crtx by hand' },
];

/** @param {string} id */
export function memberOf(id) {
  const member = roster.find((each) => each.id === id);
  if (member === undefined) throw new Error(`no agent ${id} in the demo`);
  return member;
}
