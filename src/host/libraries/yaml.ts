/** What the extension needs of `yaml`: a file of its own, loaded when a header, a plan or a manifest first needs it. */
export { Composer, isMap, isNode, isScalar, isSeq, Parser, parseDocument, Scalar } from 'yaml';
