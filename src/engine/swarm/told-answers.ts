import * as z from 'zod';
import { taskNodeSchema } from '../crtx/schema/swarm.ts';
import { onDemand } from '../platform/on-demand.ts';
import type { SwarmAnswer, SwarmAnswers } from './answers.ts';
import type { SwarmRecord } from './records.ts';

/** Made when it is needed: a command asks for one thing or two. */
type Results<Op extends keyof SwarmAnswers> = { readonly [Each in Op]: () => z.ZodType };

const literal = (status: string) => z.literal(status);

const type = () => z.enum(['exclusive', 'shared']);
const heldLocks = onDemand(() =>
  z.array(
    z.looseObject({
      ...{ path: z.string(), agentId: z.string(), type: type() },
      ...{ acquiredAt: z.number(), expiresAt: z.number(), reason: z.string(), fence: z.number() },
    }),
  ),
);

function lockResults() {
  const [text, texts, number] = [z.string(), z.array(z.string()), z.number()];
  const locks = heldLocks();
  const state = z.enum(['holding', 'waiting']);
  const blockedBy = z.array(z.looseObject({ state, agentId: text, path: text, type: type(), until: number, reason: text }));
  const granted = z.looseObject({ status: literal('granted'), locks });
  const queued = z.looseObject({ status: literal('queued'), ahead: number, blockedBy });
  const ok = z.looseObject({ status: literal('ok'), locks });
  const notHeld = z.looseObject({ status: literal('not-held'), locks, paths: texts, heldBy: locks });
  const lapsed = z.array(z.looseObject({}));
  const denied = z.looseObject({ status: literal('denied'), blockedBy });
  const circle = z.looseObject({ status: literal('circle'), circle: texts });
  const gone = z.looseObject({ status: literal('gone') });
  const mayNot = z.looseObject({ status: literal('denied'), coordinator: text.nullable() });
  return {
    'lock.acquire': () => z.discriminatedUnion('status', [granted, queued, denied, circle]),
    'lock.cancel': () => z.discriminatedUnion('status', [granted, queued.extend({ until: number }), gone]),
    'lock.renew': () => z.discriminatedUnion('status', [ok, notHeld]),
    'lock.release': () => z.discriminatedUnion('status', [ok.extend({ lapsed }), notHeld.extend({ lapsed })]),
    'lock.break': () => z.discriminatedUnion('status', [ok, notHeld, mayNot]),
  } satisfies Results<'lock.acquire' | 'lock.cancel' | 'lock.renew' | 'lock.release' | 'lock.break'>;
}

function taskResults() {
  const [text, texts, number, again] = [z.string(), z.array(z.string()), z.number(), z.boolean()];
  const [some, things] = [z.looseObject({}), z.array(z.looseObject({}))];
  const taskStatus = taskNodeSchema().shape.status;
  const refused = z.looseObject({ status: literal('refused'), code: text, warnings: things });
  const none = z.looseObject({ status: literal('none'), reason: text, warnings: things });
  const done = (shape: z.core.$ZodLooseShape) => z.looseObject({ ...shape, status: literal('ok'), warnings: things });
  const verdict = (shape: z.core.$ZodLooseShape) => z.discriminatedUnion('status', [done(shape), refused]);
  const agreed = z.looseObject({ task: text, proposal: text, agent: text, approach: text }).optional();
  const given = { task: z.looseObject({ id: text, description: text }), before: things, again, agreed, shared: z.boolean().optional() };
  const decided = z.looseObject({ subject: text, winner: text, merge: some.nullable() });
  const merge = () => verdict({ task: text, taskStatus, state: text, questions: texts, finished: z.boolean(), again });
  return {
    'swarm.create': () => verdict({ swarm: text }),
    'swarm.recruit': () => verdict({ agent: text, joined: z.enum(['new', 'again', 'before']) }),
    'swarm.admit': () => verdict({ agent: text, admitted: z.boolean(), again }),
    'swarm.retire': () => verdict({ agent: text, released: texts, again, decided: z.array(decided), withdrawn: z.boolean().optional() }),
    'swarm.assign': () => verdict({ task: text, agent: text, previous: text.nullable(), again }),
    'swarm.claim': () => z.discriminatedUnion('status', [done({ ...given, lost: texts }), refused, none.extend({ lost: texts })]),
    'swarm.start': () => verdict(given),
    'swarm.complete': () => verdict({ task: text, taskStatus, ready: texts, again }),
    'swarm.fail': () => verdict({ task: text, taskStatus, skipped: texts, again }),
    'swarm.usage': () => verdict({ agent: text, task: text.nullable() }),
    'swarm.activity': () => verdict({ agent: text, released: texts, since: number }),
    'swarm.propose': () => verdict({ proposal: text, task: text, state: text, agree: number, against: number, entitled: number }),
    'swarm.vote': () =>
      verdict({ subject: text, choice: text, voices: things, entitled: number, open: z.boolean(), again, decided: decided.nullable() }),
    'swarm.merge': merge,
    'swarm.approve': merge,
    'swarm.pause': () => verdict({ since: number, by: text, again }),
    'swarm.resume': () => verdict({ pausedMs: number, finished: z.boolean(), again }),
    'swarm.abort': () => verdict({ swarm: text, skipped: number }),
    'swarm.budget': () => verdict({ before: some, budget: some, again }),
    'swarm.retry': () => verdict({ task: text, revived: texts, count: number }),
    'swarm.decompose': () => verdict({ task: text, by: text, added: number, unassigned: texts }),
  } satisfies Results<Extract<keyof SwarmAnswers, `swarm.${string}`>>;
}

const nothing = () => z.null();
/** Whoever adopts reads the log, and asks nobody. */
const otherResults = { tick: nothing, told: nothing, adopt: () => z.never() } satisfies Results<'tick' | 'told' | 'adopt'>;
const made = new Map<SwarmRecord['op'], z.ZodType>();

/** What an operation's result must have, so that whoever asked can work with it. */
function resultOf(op: SwarmRecord['op']): z.ZodType {
  const known = made.get(op);
  if (known !== undefined) return known;
  const results: Results<keyof SwarmAnswers> = { ...lockResults(), ...taskResults(), ...otherResults };
  const result = results[op]();
  made.set(op, result);
  return result;
}

/** Whether what another process has said is an answer to such an operation: of anything else it is better to find out alone. */
export function isSwarmAnswer(value: unknown, { op }: SwarmRecord): value is SwarmAnswer {
  if (typeof value !== 'object' || value === null || !('op' in value && 'result' in value)) return false;
  const isReleased = !('releasedLocks' in value) || heldLocks().safeParse(value.releasedLocks).success;
  return value.op === op && isReleased && resultOf(op).safeParse(value.result).success;
}
