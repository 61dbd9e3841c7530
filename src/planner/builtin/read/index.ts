/** The third layer: what the words of a question may mean (`links`), and their readings as phrases (`grammar`). */
export {
  DONE,
  ignoresNegation,
  isDoneBy,
  type Mark,
  type Noun,
  type Part,
  type PartBody,
  readPhrases,
  SHOWING,
  type State,
  type StatedWindow,
  unusedTokens,
} from './grammar/index.ts'
export { type ColumnOption, isSeveral, linkWords, type ValueOption, type Words } from './links/index.ts'
export { makeNameIndex } from './links/name-index.ts'
