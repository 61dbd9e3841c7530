import type { Fold, Noun } from './part.ts'
import { cueAt, isVerb, nounsAt, type Sentence, wordAt } from './phrases.ts'
import type { FoundPhrase, State } from './state.ts'

/** "how many singers", "the number of different countries". */
const counted = (sentence: Sentence, { at }: State): FoundPhrase[] => {
  const start = wordAt(sentence, at) === 'the' ? at + 1 : at
  const cue = cueAt(sentence, start, 'count')
  if (cue === undefined) return []
  const begin = start + cue.length
  // "count the number of"
  const again = wordAt(sentence, begin) === 'the' ? begin + 1 : begin
  const next = cueAt(sentence, again, 'count')
  const from = next === undefined ? begin : again + next.length
  const found = nounsAt(sentence, from).flatMap(({ noun, end, weight, distinct }): FoundPhrase[] =>
    noun.kind === 'columns' || isVerb(sentence, from, noun)
      ? []
      : [{ body: { kind: 'count', noun, distinct }, end, weight: weight + (from - at) }],
  )
  return [...found, { body: { kind: 'count', noun: null, distinct: false }, end: from, weight: from - at - 0.7 }]
}

const FOLDS: ReadonlyMap<string, Fold> = new Map(
  (
    [
      ['avg', 'average avg mean'],
      ['sum', 'total sum combined overall'],
      ['max', 'maximum max highest largest greatest biggest longest latest most'],
      ['min', 'minimum min lowest smallest least shortest earliest fewest'],
    ] as const
  ).flatMap(([fold, words]) => words.split(' ').map((word): [string, Fold] => [word, fold])),
)

/** Words that can also be superlatives. */
const SUPERLATIVE =
  /^(highest|largest|greatest|biggest|longest|latest|most|lowest|smallest|least|shortest|earliest|fewest)$/

/** `max_salary`, `total_seats`: the name of a column, not an aggregate. */
const isColumnName = (sentence: Sentence, at: number): boolean =>
  (sentence.mentions[at] ?? []).some(
    ({ meaning, length }) => meaning.kind === 'column' && length > 1 && meaning.weight >= NAMED,
  )
const NAMED = 0.98

const isColumn = (sentence: Sentence, at: number): boolean =>
  (sentence.mentions[at] ?? []).some(
    ({ meaning, length }) => meaning.kind === 'column' && length === 1 && meaning.weight >= NAMED,
  )

/** "the average, minimum and maximum age": aggregates that share their noun. */
const folded = (sentence: Sentence, { at, clause }: State): FoundPhrase[] => {
  if (isColumnName(sentence, wordAt(sentence, at) === 'the' ? at + 1 : at)) return []
  const folds: Fold[] = []
  let isSuperlative = true
  let next = at
  let end = at
  for (; next < sentence.tokens.length; next++) {
    const word = wordAt(sentence, next)
    const fold = FOLDS.get(word)
    // "The average total": of a column named "total".
    if (fold !== undefined && folds.length > 0 && end === next && isColumn(sentence, next)) break
    if (fold !== undefined) {
      folds.push(fold)
      isSuperlative &&= SUPERLATIVE.test(word)
      end = next + 1
    } else if (!/^(the|,|and|of|amount|number|value)$/.test(word)) break
  }
  // After "with", "the greatest" selects a row.
  if (folds.length === 0 || isSuperlative || (clause > 0 && !folds.includes('avg') && !folds.includes('sum'))) return []
  const from = Math.max(next, end)
  return [...nounsAt(sentence, from), ...(from > end ? nounsAt(sentence, end) : [])].flatMap(
    ({ noun, end: last, weight }): FoundPhrase[] =>
      isFoldable(noun) || (noun.kind === 'table' && from === end && folds.every((fold) => fold === 'avg'))
        ? [
            {
              body: { kind: 'fold', folds, noun },
              end: last,
              weight: weight + (from - at) * 0.9 - (noun.kind === 'table' ? OF_TABLE : 0),
            },
          ]
        : [],
  )
}

/** "The average rating" may refer to the number in a table of ratings, if no column has that name. */
const OF_TABLE = 0.4

const isFoldable = (noun: Noun): boolean => noun.kind === 'column' || noun.kind === 'measure' || noun.kind === 'columns'

export const aggregateRules = [counted, folded] as const
