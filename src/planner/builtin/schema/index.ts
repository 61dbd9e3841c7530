/** The second layer: names of a database's tables, columns and values, and the graph of its tables. */
export { type Catalog, type ColumnInfo, catalogOf, columnOf, columnWords, type TableInfo } from './catalog.ts'
export { lexiconOf, makeLexicon } from './lexicon.ts'
export { LEXICON_WORDS_MAX, type Link } from './lexicon-phrases.ts'
export { listColumns } from './list-columns.ts'
export {
  childSenseColumn,
  columnMeasure,
  countMeasure,
  glossaryMeasures,
  isBackward,
  lineMeasure,
  mainNumber,
  senseColumn,
} from './measures.ts'
export { nearNames } from './near-names.ts'
export { scaledValue, timeUnitOf } from './scaled-value.ts'
export { type Path, SchemaGraph } from './schema-graph.ts'
export { correctSpelling } from './spelling.ts'
