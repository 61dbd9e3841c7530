export { indexColumns } from './column-index.ts'
export { nameWords } from './name-words.ts'
export { normalWords, singularOf, stemOf, type Token, tokenise, WORD_LENGTH_MAX } from './tokenise.ts'
export { type ValueHit, ValueIndex } from './value-index.ts'
