/** A scope without a package, and what begins as no name may: https://docs.npmjs.com/cli/configuring-npm/package-json#name. */
const NO_PACKAGE = /^(?:@[^/]*\/?$|[._])/;
/** Parts of Node that are older than that rule. */
const OF_NODE = /^_(?:http|stream|tls)_[a-z_]+$/;

/** Whether npm can have no package of a name, so that an alias is meant. */
export const isNoPackage = (name: string): boolean => NO_PACKAGE.test(name) && !OF_NODE.test(name);
