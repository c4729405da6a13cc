import { PROTOCOL_AUTHOR } from '../../crtx/people.ts';
import { firstNames, shortId, shortLine } from '../../crtx/shorten.ts';
import { counted, duration } from '../../text/amounts.ts';
import { cut } from '../../text/cut.ts';
import { describeAnswer, WAITS } from '../wording.ts';
import { type EntryDraft, list, MAX_TEXT, sentence } from './entry-draft.ts';
import type { SwarmEvent } from './events.ts';

type Of<Event extends SwarmEvent['event']> = Extract<SwarmEvent, { readonly event: Event }>;

function ofVanishing({ agent, silentMs, released }: Of<'vanished'>): EntryDraft {
  const reasoning = `No heartbeat for ${duration(silentMs)}. Pending again: ${list(released)}.`;
  const state = { agent: shortId(agent), silentMs, released: firstNames(released) };
  const action = `Agent ${shortLine(agent)} is unresponsive`;
  return { agentId: PROTOCOL_AUTHOR, type: 'discovery', action, reasoning, state, outcome: 'failure' };
}

function ofProposal({ task, proposal, entitled }: Of<'proposal'>): EntryDraft {
  const { id, agent, approach, state, agree, against, confidence } = proposal;
  const result = state === 'won' ? 'Agreed' : 'Not agreed';
  const votes = `${agree} of ${entitled} for it, ${against} against.`;
  return {
    agentId: agent,
    type: 'decision',
    action: `${result} on how to do ${shortLine(task)}: ${shortLine(approach)}`,
    reasoning: `${sentence(cut(approach, MAX_TEXT.reason))} ${votes}`,
    task,
    confidence,
    state: { proposal: id, agree, against, entitled },
    outcome: state === 'won' ? 'success' : 'abandoned',
  };
}

function ofAnswer(event: Of<'answered'>): EntryDraft {
  const { task, file, pick, among, how, by } = event;
  const others = among.filter(({ id }) => id !== pick.id).map(({ id }) => id);
  return {
    agentId: by ?? PROTOCOL_AUTHOR,
    type: 'conflict',
    action: `Picked ${shortLine(pick.id)} for ${shortLine(file ?? task)}`,
    reasoning: `Picked ${describeAnswer(event)}${others.length === 0 ? '' : `, over ${list(others)}`}.`,
    task,
    files: file === null ? [] : [file],
    state: { pick: shortId(pick.id), agent: shortId(pick.agent), how, others: firstNames(others) },
  };
}

function ofWaiting({ task, for: waitsFor, questions }: Of<'merge-waits'>, coordinator: string): EntryDraft {
  const open = questions === 0 ? '' : ` ${questions} ${questions === 1 ? 'question is' : 'questions are'} open.`;
  return {
    agentId: coordinator,
    type: 'escalation',
    action: `The merge of ${shortLine(task)} waits for ${WAITS[waitsFor]}`,
    reasoning: `See "cortex swarm status".${open}`,
    task,
    state: { waitsFor, questions },
    outcome: 'pending',
  };
}

function ofMerge({ task, by, isVoted, results, failed }: Of<'merged'>, coordinator: string): EntryDraft {
  const agreed = isVoted ? ['The members have agreed.'] : [];
  const approved = by.length === 0 ? [] : [`Approved by ${list(by)}.`];
  const ended = failed === 0 ? [] : [`The swarm has failed, because ${counted(failed, 'task')} failed.`];
  const why = [...agreed, ...approved].join(' ') || 'No approval was needed.';
  const missing = failed === 0 ? '' : `, without ${counted(failed, 'failed task')}`;
  const action = `Merged ${counted(results, 'result')} of ${shortLine(task)}${missing}`;
  const agentId = by.at(-1) ?? (isVoted ? PROTOCOL_AUTHOR : coordinator);
  const state = { results, isVoted, approvedBy: firstNames(by), ...(failed > 0 && { failed }) };
  const outcome = failed === 0 ? 'success' : 'failure';
  return { agentId, type: 'merge', action, reasoning: [...ended, why].join(' '), task, state, outcome };
}

function ofRefusal({ task, by, reason }: Of<'merge-refused'>): EntryDraft {
  const action = `Refused the merge of ${shortLine(task)}`;
  const state = { refusedBy: by };
  return {
    agentId: by ?? PROTOCOL_AUTHOR,
    type: 'merge',
    action,
    reasoning: cut(reason, MAX_TEXT.reason),
    task,
    state,
    outcome: 'failure',
  };
}

/** Returns the timeline entry for an event. @param coordinator the agent of entries that have no other */
export function entryForEvent(event: SwarmEvent, coordinator: string): EntryDraft {
  switch (event.event) {
    case 'vanished':
      return ofVanishing(event);
    case 'proposal':
      return ofProposal(event);
    case 'answered':
      return ofAnswer(event);
    case 'merge-waits':
      return ofWaiting(event, coordinator);
    case 'merged':
      return ofMerge(event, coordinator);
    case 'merge-refused':
      return ofRefusal(event);
  }
}
