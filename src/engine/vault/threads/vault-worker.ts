import { parentPort, workerData } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { toReply } from '../../platform/answering-thread.ts';
import { nodeRuntime } from '../../platform/runtime.ts';
import { toNoteRow } from '../cache/cached-note.ts';
import { toNamesRow } from '../notes/named-note.ts';
import { AlikeNotes } from '../trust/alike-notes.ts';
import { splitNotes } from './examined-notes.ts';
import type { VaultThreadData, VaultThreadEvents, VaultThreadFunctions } from './messages.ts';
import { SharedBatches } from './shared-batches.ts';
import { examineFromEnd, lookFromEnd, planLinksFromEnd, readNotesFromEnd } from './vault-work.ts';

// Program of the thread that shares the processing of all notes of a vault: docs/decisions/0014-indexing-in-two-threads.md

type TellNotes = Parameters<typeof readNotesFromEnd>[2]['tell'];

function begin(data: VaultThreadData): void {
  const runtime = nodeRuntime();
  let alike = new AlikeNotes(runtime, data.root);
  const functions: VaultThreadFunctions = {
    read: (paths, claims) =>
      toReply(async () => readNotesFromEnd(runtime, data, { paths, claims, tell: data.part === 'names' ? tellNames : tellNotes })),
    look: (paths, claims) => toReply(async () => lookFromEnd(runtime, data, { paths, claims, tell: rpc.looked.asEvent })),
    planLinks: (notes, claims) => toReply(async () => planLinksFromEnd(runtime, data, { notes, claims, tell: rpc.planned.asEvent })),
    deadParts: (notes, claims) =>
      toReply(async () => examineFromEnd(runtime, data, { notes: JSON.parse(notes), claims, tell: rpc.examined.asEvent })),
    addNotes: (notes) =>
      toReply(async () => {
        alike.add(splitNotes(notes));
        return null;
      }),
    similarNotes: () => toReply(async () => alike.findShort()),
    duplicates: (claims) =>
      toReply(async () => {
        const found = new SharedBatches(1, claims).claim() ? alike.findDuplicates() : null;
        alike = new AlikeNotes(runtime, data.root);
        return found;
      }),
  };
  const tellNotes: TellNotes = (batch, notes) =>
    rpc.read.asEvent(
      batch,
      notes.map((read) => read && [read.settled, toNoteRow(read.note)]),
    );
  const tellNames: TellNotes = (batch, notes) =>
    rpc.readNames.asEvent(
      batch,
      notes.map((read) => read && [read.settled, toNamesRow(read.note)]),
    );
  const rpc = createBirpc<VaultThreadEvents, VaultThreadFunctions>(functions, {
    post: (message) => parentPort?.postMessage(message),
    on: (receive) => void parentPort?.on('message', receive),
  });
}

begin(workerData);
