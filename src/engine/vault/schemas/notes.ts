import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { NOTE_STATUSES, NOTE_TYPES } from '../note-fields.ts';
import { vaultOption } from './common.ts';

export const note = () => z.string().describe('the note: its id, path, file name or name').meta({ positional: true });

export const addInput = onDemand(() =>
  z.object({
    name: z.string().describe('its title'),
    type: z.enum(NOTE_TYPES).describe('type of the note').meta({ short: 't' }),
    project: z.string().describe('project of the note').meta({ short: 'p' }),
    tags: z.string().optional().describe('tags, separated by commas or spaces (default: inferred from the text by [tags] in cortex.toml)'),
    body: z.string().optional().describe('text of the note; - reads standard input (default: no text)'),
    description: z.string().optional().describe('description in one line (default: the first line of the text)'),
    link: z.array(z.string()).default([]).describe('a related note: its id, path, file name or name; may be repeated'),
    dir: z.string().optional().describe('folder in the vault (default: depends on the type)'),
    status: z.enum(NOTE_STATUSES).optional().describe('status (default: active; with --by of an agent: review)'),
    pnl: z.number().optional().describe('profit or loss caused, as a number'),
    confidence: z.number().min(0, 'at least 0').max(1, 'at most 1').optional().describe('confidence'),
    by: z.string().optional().describe('author: an agent, or person:<name> (default: user:<login name>)'),
    ...vaultOption,
  }),
);
export const acceptInput = onDemand(() =>
  z.object({ note: note(), by: z.string().describe('who accepts it: person:<name>'), ...vaultOption }),
);
const by = () => z.string().optional().describe('who decides: an agent, or person:<name> (default: user:<login name>)');
export const archiveInput = onDemand(() => z.object({ note: note(), by: by(), ...vaultOption }));
export const confirmInput = onDemand(() =>
  z.object({
    note: note(),
    by: z.string().optional().describe('who confirms it: an agent, or person:<name> (default: user:<login name>)'),
    ...vaultOption,
  }),
);
export const contradictInput = onDemand(() =>
  z.object({
    one: z.string().describe('a note: its id, path, file name or name').meta({ positional: true }),
    other: z.string().describe('the note that it contradicts: its id, path, file name or name').meta({ positional: true }),
    why: z.string().default('').describe('what they disagree on, in one line'),
    by: z.string().optional().describe('who found it: an agent, or person:<name> (default: user:<login name>)'),
    ...vaultOption,
  }),
);
export const supersedeInput = onDemand(() =>
  z.object({
    old: z.string().describe('the note that is superseded: its id, path, file name or name').meta({ positional: true }),
    new: z.string().describe('the note that replaces it: its id, path, file name or name').meta({ positional: true }),
    by: by(),
    ...vaultOption,
  }),
);

/**
 * `similar`: notes with nearly the same content, most similar first. `likeness`: from 0 to 1, for the part named by `alike`. `opposite`:
 * notes that seem to say the opposite.
 */
export const addNoteOutput = onDemand(() =>
  z.object({
    path: z.string(),
    id: z.string(),
    status: z.string(),
    tags: z.array(z.string()),
    similar: z.array(
      z.object({
        path: z.string(),
        name: z.string(),
        likeness: z.number(),
        alike: z.enum(['text', 'name and summary', 'summary', 'name']),
      }),
    ),
    opposite: z.array(z.object({ path: z.string(), name: z.string() })),
  }),
);
/**
 * Result for each note. `changed` is false if it had that status already. `unconfirmed`: places that a confirmed note cites, but that
 * could not be compared. `linkedFrom`: paths of the notes that link to an archived note; `undo`: what makes it as it was.
 * `decidedBy`: the person at this terminal, if only a person may supersede the note.
 */
export const noteStatusOutput = onDemand(() =>
  z.object({
    notes: z.array(
      z.object({
        path: z.string(),
        name: z.string(),
        status: z.string(),
        changed: z.boolean(),
        unconfirmed: z.array(z.string()).optional(),
        linkedFrom: z.array(z.string()).optional(),
        undo: z.string().optional(),
        decidedBy: z.string().optional(),
      }),
    ),
  }),
);

export type AddNoteInput = Checked<typeof addInput>;
export type AddNoteOutput = Checked<typeof addNoteOutput>;
export type AcceptInput = Checked<typeof acceptInput>;
export type ArchiveInput = Checked<typeof archiveInput>;
export type ConfirmInput = Checked<typeof confirmInput>;
export type ContradictInput = Checked<typeof contradictInput>;
export type SupersedeInput = Checked<typeof supersedeInput>;
export type StatusOutput = Checked<typeof noteStatusOutput>;
