/**
 * The room between the schema and the readers: a query as a question in plain words, and that question read back to
 * the same query. Unlike what people write, it has one meaning.
 */
export { choicesOf } from './choices.ts'
export { columnFigure, measureFigure, unlessSaid } from './figures.ts'
export { doneWords } from './moments.ts'
export { areMoments, groupWords, measureWords, rankWords, scopeWords } from './phrases.ts'
export { type Said, saidIn, sentenceOf } from './questions.ts'
