// @ts-check
// Replaces js-yaml in the bundles: `yaml` is the only YAML engine of this project.

function refuse() {
  throw new Error('js-yaml is not part of this build: pass gray-matter an engine made of `yaml`');
}

module.exports = { safeLoad: refuse, safeDump: refuse };
