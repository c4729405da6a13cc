export { findCodec } from './codecs/codecs.ts';
export { type CommitHook, checkCommit, type HeldFile } from './commit.ts';
export { GIT, guardOperation } from './description.ts';
export { answerHook, kindsAnswered } from './guard.ts';
