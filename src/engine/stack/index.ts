/** Public API of the cortical stack (seeds 3 and 4). */
export { checkAgents, examineAgents } from './agents/agents-check.ts';
export { type AgentChanges, addAgent, changeAgent, type NewAgent, removeAgent, requireAgent } from './agents/agents-edit.ts';
export { type AgentDefinition, type AgentField, findAgent, parseAgents } from './agents/agents-file.ts';
export { type Compacted, type CompactOptions, compactStack } from './compact.ts';
export { CONFLICT_CODE, conflictErrors } from './conflicts.ts';
export { describeObstacle, formatCycle, type NamedObstacle } from './describe-obstacle.ts';
export {
  conflictsOfStacks,
  diagnoseStacks,
  EXAMINED_FILES,
  examineConflictsIn,
  examineFile,
  examineStackText,
} from './doctor.ts';
export { type CurrentState, parseCurrentText } from './files/current.ts';
export { AGENTS_FILE, LOCAL_FOLDER, type OpenStacks, STACK_FOLDER, stackDirectory } from './files/find-stacks.ts';
export { HISTORY } from './files/history.ts';
export { MEMORY_FILES, type MemoryFile, memoryFiles } from './files/memory.ts';
export type { StackFinding } from './findings.ts';
export { listHooks, type StackHook } from './hooks.ts';
export { type InitOptions, initStack, type MadeStack } from './init.ts';
export type { LibraryMessage, Plan } from './library.ts';
/** The functions that the seeds name. They take a folder: `cstack.parseCurrent('/path/to/workspace')`. */
export * as cstack from './library.ts';
export type { OpenedStacks } from './live/opened-stacks.ts';
export type { StackFiles } from './live/stack-files.ts';
export {
  allMessages,
  findRecipient,
  isSameAgent,
  readBoxes,
  type StackBoxes,
  type StackMessage,
  type StackMessages,
  withoutDelivered,
} from './messages/all-messages.ts';
export { readArchive } from './messages/archived-messages.ts';
export { examineInbox, examineOutbox } from './messages/examine-messages.ts';
export { formatMessage, type MessageFile, parseMessages } from './messages/format.ts';
export type { Delivery } from './messages/mailbox.ts';
export {
  type HeaderField,
  type Message,
  type MessageDraft,
  messageIdentity,
  type PlacedMessage,
  type TextPlace,
} from './messages/message.ts';
export { messageId } from './messages/message-id.ts';
export { exactTime, hasDayOnly, messageTime } from './messages/message-time.ts';
export { MESSAGE_TYPES, type MessageType } from './messages/message-types.ts';
export { markRead, markUnread, readMarks } from './messages/read-marks.ts';
export { removeMessages } from './messages/remove-messages.ts';
export { type FindRecipient, type Routed, type RoutedStack, type RouteReport, routeMessages } from './messages/route.ts';
export { type MessageRequest, outboxDraft, type SentMessage, sendMessage } from './messages/send.ts';
export { AGENT_VARIABLE, findSender, type GivenSender } from './messages/sender.ts';
export { findOverdue, formatLateness, type Overdue } from './messages/threads/overdue.ts';
export { findOverdueInStacks } from './messages/threads/overdue-in.ts';
export { CachedThreads, findThread, groupIntoThreads, lastDayOf, type MessageThread } from './messages/threads/threads.ts';
export { conflictNeeds, type StackPlan, type StacksSituation, stackNeeds } from './needs.ts';
export { routeOperation } from './operations/route.ts';
export { stackOperations } from './operations.ts';
export { adviseMergeDuplicates } from './plan/duplicate-tasks.ts';
export { examinePlan } from './plan/examine-plan.ts';
export { type PlanTask, parsePlanText, type TaskStatus } from './plan/plan.ts';
export { addTask, findTask, moveTask, type NewTask, type SettableStatus, setNote, setStatus, type TaskTarget } from './plan/plan-edit.ts';
export { addToPlan, blockInPlan, completeInPlan, planSteps, startInPlan, unblockInPlan } from './plan/plan-file.ts';
export { type Obstacle, TaskGraph } from './plan/task-graph.ts';
export { stackProtocol } from './protocol.ts';
export { certainStackText, resolveStackText, stackMerging } from './resolve-text.ts';
export { agentsStatusOutput, changedAgentOutput, listAgentsOutput, removedAgentOutput } from './schemas/agents.ts';
export { messageSchema } from './schemas/common.ts';
export { recvOutput, sendOutput, stackInitOutput, stackStatusOutput } from './schemas/messages.ts';
export { blockedOutput, changedTaskOutput, graphOutput, planOutput, readyOutput, startedTaskOutput } from './schemas/plan.ts';
export { compactOutput, hooksOutput, overdueOutput, stackDoctorOutput, stackSearchOutput, threadOutput } from './schemas/reading.ts';
export { routeEvent, routeOutput } from './schemas/route.ts';
export { type StackSearch, type StackSearchResult, searchStacks } from './search.ts';
export { MANAGER, Stacks } from './stacks.ts';
export { buildStatus, countOverdue, overdueFrom, readStatus, readStatuses, type StackStatus } from './status.ts';
export { STACK_FILES, StackStore } from './store.ts';
export { addAgentCommand } from './suggested-commands.ts';
export { resolveConflicts as resolveStackConflicts } from './use-cases/resolve-conflicts.ts';
export { createRouteUseCase } from './use-cases/routing.ts';
