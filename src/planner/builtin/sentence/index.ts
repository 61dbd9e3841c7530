/**
 * The layer between schema and readers: prints a query as a question in plain words, and parses that question back to
 * the same query. Unlike a user's question, it is unambiguous.
 */
export { choicesOf } from './choices.ts'
export { columnFigure, measureFigure, withoutRepeatedUnit } from './figures.ts'
export { eventParticiple } from './moments.ts'
export { areMoments, groupWords, measureWords, rankWords, scopeWords } from './phrases.ts'
export { type StatedQuery, sentenceOf, statedQueryIn } from './questions.ts'
