/** Words rows, whichever planner drafted the query. The only entry point of this folder. */

export { amountText } from './amount-text.ts'
export { cellText } from './cell-text.ts'
export { chunks } from './chunks.ts'
export { isCurrency, numberKind, withoutUnit } from './number-kind.ts'
export { type Phrasing, phraseRows, type RowsToPhrase } from './phrase-rows.ts'
export { plainAnswer } from './plain-answer.ts'
export { styledRows } from './styled-rows.ts'
export { type Comparison, type Figure, type FigureKind, type Side, type Subject, subjectSchema } from './subject.ts'
export { subjectTitles } from './subject-titles.ts'
