/** Parts of `yaml` that the extension uses, bundled separately and loaded when a header, a plan or a manifest is first parsed. */
export { Composer, isMap, isNode, isScalar, isSeq, Parser, parseDocument, Scalar, stringify, YAMLParseError } from 'yaml';
