/** The parts of `yaml` that the programs need, bundled as a separate file that the first command that needs it loads. */
export { Composer, isMap, isNode, isScalar, isSeq, Parser, parseDocument, Scalar, stringify, YAMLParseError } from 'yaml';
