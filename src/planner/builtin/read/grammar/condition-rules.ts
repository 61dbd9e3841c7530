import { sameRef } from '../../query/index.ts'
import type { ColumnOption, Meaning, ValueOption } from '../links/index.ts'
import { bounded } from './bound-rules.ts'
import { pastCopula } from './comparators.ts'
import type { Noun, PartBody } from './part.ts'
import { cueAt, nounsAt, type Sentence, wordAt } from './phrases.ts'
import type { FoundPhrase, State } from './state.ts'
import { timeRules } from './time-rule.ts'

type ValueMeaning = Extract<Meaning, { kind: 'value' }>

interface Values {
  readonly values: readonly (readonly ValueOption[])[]
  readonly end: number
  readonly weight: number
  readonly apart: boolean
}

/** A value, or alternatives: "Aberdeen or Abilene". */
const valuesAt = (sentence: Sentence, at: number): readonly Values[] =>
  (sentence.mentions[at] ?? []).flatMap(({ meaning, length }): Values[] => {
    if (meaning.kind !== 'value') return []
    const first = { values: [meaning.options], end: at + length, weight: meaning.weight * length, apart: false }
    return [first, ...moreValues(sentence, first, meaning)]
  })

const APART = /^(vs|versus|than|against)$/
const BETWEEN = /^(or|and|,|the|in|from|nor|on|by|at|than|vs|versus|to|with|against)$/

const moreValues = (sentence: Sentence, first: Values, meaning: ValueMeaning): Values[] => {
  const lists: Values[] = []
  let known = first
  for (let tries = 0; tries < 8; tries++) {
    let next = known.end
    while (BETWEEN.test(wordAt(sentence, next)) && next < known.end + 3) next++
    if (next === known.end) break
    const others = (sentence.mentions[next] ?? []).flatMap((mention) =>
      mention.meaning.kind === 'value' && sharesColumn(mention.meaning, meaning)
        ? [
            {
              options: mention.meaning.options,
              end: next + mention.length,
              weight: mention.meaning.weight * mention.length,
            },
          ]
        : [],
    )
    const more = others.toSorted((a, b) => b.end - a.end)[0]
    if (more === undefined) break
    known = {
      values: [...known.values, more.options],
      end: more.end,
      weight: known.weight + more.weight + 0.9,
      apart: known.apart || sentence.tokens.slice(known.end, next).some(({ lower }) => APART.test(lower)),
    }
    lists.push(known)
  }
  return lists
}

const sharesColumn = (a: ValueMeaning, b: ValueMeaning): boolean =>
  a.options.some(({ column }) => b.options.some((other) => sameRef(other.column, column)))

const columnsOf = (noun: Noun): readonly ColumnOption[] => (noun.kind === 'column' ? noun.options : [])

/** A value alone, or before or after its column: "Aberdeen", "city Aberdeen", "math course". */
const valued = (sentence: Sentence, { at, both, negated }: State): FoundPhrase[] => {
  const plain = valuesAt(sentence, at).flatMap(({ values, end, weight, apart }): FoundPhrase[] => {
    const body: PartBody = { kind: 'value', values, column: null, both, apart }
    const columns = nounsAt(sentence, end).flatMap(({ noun, end: last, weight: more }): FoundPhrase[] => {
      const column = columnsOf(noun).filter((option) =>
        values[0]?.some((value) => sameRef(value.column, option.column)),
      )
      return column.length === 0 ? [] : [{ body: { ...body, column }, end: last, weight: weight + more * 0.9 }]
    })
    return [{ body, end, weight }, ...columns]
  })
  const after = nounsAt(sentence, at).flatMap((phrase): FoundPhrase[] => {
    const options = columnsOf(phrase.noun)
    if (options.length === 0) return []
    const { at: from, negated: not, both: all } = pastCopula(sentence, phrase.end)
    return valuesAt(sentence, from).flatMap(({ values, end, weight, apart }): FoundPhrase[] => {
      const column = options.filter((option) => values[0]?.some((value) => sameRef(value.column, option.column)))
      if (column.length === 0) return []
      return [
        {
          body: { kind: 'value', values, column, both: both || all, apart },
          end,
          weight: phrase.weight + weight + 0.5 * (from - phrase.end),
          negated: negated || not,
        },
      ]
    })
  })
  return [...plain, ...after]
}

const PART_WORDS = new Set(
  'the a word words substring string letter letters text phrase prefix suffix with in'.split(' '),
)

/** "whose name contains 'Hey'", "names starting with 'A'". */
const matching = (sentence: Sentence, { at, parts }: State): FoundPhrase[] => {
  const starts = cueAt(sentence, at, 'starts')
  const ends = cueAt(sentence, at, 'ends')
  const contains = cueAt(sentence, at, 'contains')
  const has = /^(contains?|containing|having|has|have|includes?|including|with|like)$/.test(wordAt(sentence, at))
  const length = starts?.length ?? ends?.length ?? contains?.length ?? (has ? 1 : 0)
  if (length === 0) return []
  let from = at + length
  let said =
    contains !== undefined || starts !== undefined || ends !== undefined || wordAt(sentence, at).startsWith('contain')
  while (PART_WORDS.has(wordAt(sentence, from))) {
    said ||= /^(word|substring|string|letters?|text|phrase)$/.test(wordAt(sentence, from))
    from++
  }
  const text = sentence.tokens[from]
  const single = (starts ?? ends) !== undefined && /^[A-Z]$/.test(text?.text ?? '')
  if (text === undefined || (!text.quoted && !single)) return []
  const match = starts !== undefined ? 'start' : ends !== undefined ? 'end' : 'part'
  let end = from + 1
  let column: readonly ColumnOption[] = []
  let weight = from + 1 - at
  const last = parts.at(-1)
  if (last?.kind === 'noun') column = columnsOf(last.noun)
  if (/^(in|as|at|of|for)$/.test(wordAt(sentence, end))) {
    const own = nounsAt(sentence, end + 1).find(({ noun }) => noun.kind === 'column')
    if (own !== undefined) {
      column = columnsOf(own.noun)
      weight += own.weight + 1
      end = own.end
      said = true
    }
  }
  return said && column.length > 0 ? [{ body: { kind: 'text', column, text: text.text, match }, end, weight }] : []
}

const filtered = (sentence: Sentence, { at }: State): FoundPhrase[] =>
  (sentence.mentions[at] ?? []).flatMap(({ meaning, length }): FoundPhrase[] =>
    meaning.kind === 'filter'
      ? [
          {
            body: { kind: 'filter', options: meaning.options },
            end: at + length,
            weight: length * meaning.weight,
          },
        ]
      : [],
  )

export const conditionRules = [valued, matching, bounded, ...timeRules, filtered] as const
