import type { CommandsOf, OperationId, RegisteredId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import type { ViewModel } from '../model/swarm/view-model.ts';

/** Groups of commands whose code is loaded when one of them first runs. */
type GroupName = 'needs' | 'memory' | 'graph' | 'crtx' | 'stack' | 'team';

/** Commands outside of these groups, without operations. */
export type ProjectCommandId = Exclude<RegisteredId, CommandsOf<GroupName> | OperationId>;

/**
 * Handler of a command.
 * @param subject row that it was chosen from; `null` from the palette
 * @param shown view model when it was chosen; another project may be shown later
 */
export type Run = (subject: Subject | null, shown: ViewModel) => unknown;

/** Handlers of commands, by id. */
export type Handlers<Id extends RegisteredId> = Readonly<Record<Id, Run>>;
