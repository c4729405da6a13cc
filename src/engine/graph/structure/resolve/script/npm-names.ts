/** Names that npm does not allow: a scope alone, or a leading `.` or `_` (https://docs.npmjs.com/cli/configuring-npm/package-json#name). */
const NO_PACKAGE = /^(?:@[^/]*\/?$|[._])/;
/** Modules of Node that are older than that rule. */
const OF_NODE = /^_(?:http|stream|tls)_[a-z_]+$/;

/** Whether npm does not allow a package of this name, so that an alias must be meant. */
export const isNoPackage = (name: string): boolean => NO_PACKAGE.test(name) && !OF_NODE.test(name);
