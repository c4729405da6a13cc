/** Defined by the build, from package.json. */
declare const CORTEX_VERSION: string | undefined;

/** The version of these programs; `0.0.0-source` when they run from source. */
export const version: string = typeof CORTEX_VERSION === 'string' ? CORTEX_VERSION : '0.0.0-source';
