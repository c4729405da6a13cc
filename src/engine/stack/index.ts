/** The cortical stack (seeds 3 and 4): the only door of this folder. */
export { checkAgents, examineAgents } from './agents-check.ts';
export { type AgentChanges, addAgent, changeAgent, type NewAgent, removeAgent, requireAgent } from './agents-edit.ts';
export { type AgentDefinition, type AgentField, agentNamed, parseAgents } from './agents-file.ts';
export {
  allMessages,
  isSameAgent,
  presentBoxes,
  readBoxes,
  recipientOf,
  type StackBoxes,
  type StackMessage,
  type StackMessages,
} from './all-messages.ts';
export { readArchive } from './archived-messages.ts';
export { type Compacted, type CompactOptions, compactStack } from './compact.ts';
export { CONFLICT_CODE, conflictErrors } from './conflicts.ts';
export { type CurrentState, parseCurrentText } from './current.ts';
export { conflictsOfStacks, diagnoseStacks, EXAMINED_FILES, examineConflictsIn, examineFile, examineStackText } from './doctor.ts';
export { examineInbox, examineOutbox } from './examine-messages.ts';
export { examinePlan } from './examine-plan.ts';
export type { StackFinding } from './findings.ts';
export { formatMessage, type MessageFile, parseMessages } from './format.ts';
export { HISTORY } from './history.ts';
export { listHooks, type StackHook } from './hooks.ts';
export { type InitOptions, initStack, type MadeStack } from './init.ts';
export type { LibraryMessage, Plan } from './library.ts';
/** The functions that the seeds name, on a folder: `cstack.parseCurrent('/path/to/workspace')`. */
export * as cstack from './library.ts';
export type { Delivery } from './mailbox.ts';
export { MEMORY_FILES, type MemoryFile, memoryFiles } from './memory.ts';
export { type HeaderField, identityOf, type Message, type MessageDraft, type PlacedMessage, type TextPlace } from './message.ts';
export { messageId } from './message-id.ts';
export { messageTime, momentOf, saysDayOnly } from './message-time.ts';
export { MESSAGE_TYPES, type MessageType } from './message-types.ts';
export { conflictNeeds, type StackPlan, type StacksSituation, stackNeeds } from './needs.ts';
export { circleWords, type NamedObstacle, obstacleWords } from './obstacle-words.ts';
export { agentsStatusOutput, changedAgentOutput, listAgentsOutput, removedAgentOutput } from './operations/agents.ts';
export { messageSchema } from './operations/common.ts';
export { recvOutput, sendOutput, stackInitOutput, stackStatusOutput } from './operations/messages.ts';
export { blockedOutput, changedTaskOutput, graphOutput, planOutput, readyOutput, startedTaskOutput } from './operations/plan.ts';
export { compactOutput, hooksOutput, overdueOutput, stackDoctorOutput, stackSearchOutput, threadOutput } from './operations/reading.ts';
export { routeEvent, routeOperation, routeOutput } from './operations/route.ts';
export { stackOperations } from './operations.ts';
export { latenessOf, type Overdue, overdueOf } from './overdue.ts';
export { overdueAmong, overdueIn } from './overdue-in.ts';
export { type PlanTask, parsePlanText, type TaskStatus } from './plan.ts';
export { addTask, findTask, moveTask, type NewTask, type SettableStatus, setNote, setStatus, type TaskTarget } from './plan-edit.ts';
export { addToPlan, blockInPlan, completeInPlan, planSteps, startInPlan, unblockInPlan } from './plan-file.ts';
export { markRead, markUnread, readMarks } from './read-marks.ts';
export { removeMessages } from './remove-messages.ts';
export { type FindRecipient, type Routed, type RoutedStack, type RouteReport, routeMessages } from './route.ts';
export { type StackSearch, type StackSearchResult, searchStacks } from './search.ts';
export { outboxDraft, type Sent, sendMessage, type Wanted } from './send.ts';
export { AGENT_VARIABLE, type GivenSender, senderOf } from './sender.ts';
export { settleStackText } from './settle.ts';
export { AGENTS_FILE, LOCAL_FOLDER, STACK_FOLDER, stackDirectory } from './stack-places.ts';
export { MANAGER, type OpenStacks, Stacks } from './stacks.ts';
export { overdueFrom, type StackStatus, statusesOf, statusOf } from './status.ts';
export { STACK_FILES, StackStore } from './store.ts';
export { addAgentCommand } from './suggested-commands.ts';
export { type Obstacle, TaskGraph } from './task-graph.ts';
export { findThread, KeptThreads, type MessageThread, threadsOf } from './threads.ts';
export { routing } from './use-cases/routing.ts';
