/** The third layer: what the words of a question may mean (`links`), and their readings as phrases (`grammar`). */
export {
  DONE,
  deniesInVain,
  isDoneBy,
  type Mark,
  type Noun,
  type Part,
  type PartBody,
  readPhrases,
  type SaidWindow,
  SHOWING,
  type State,
  unusedAt,
} from './grammar/index.ts'
export { type ColumnOption, isSeveral, linkWords, type ValueOption, type Words } from './links/index.ts'
export { makeNameIndex } from './links/name-index.ts'
