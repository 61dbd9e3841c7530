import type { SqlDialect } from '../../../../ask/rules/sql-dialect.ts'
import type { FilledTemplate, Pattern } from '../pattern.ts'
import { dayOf } from './constants.ts'
import type { KnownValues } from './known-values.ts'
import type { Literal } from './query-reading.ts'
import type { Slot } from './query-template.ts'
import { SLOT_PLACEHOLDERS, templateOf } from './query-template.ts'
import { replaceSpans } from './replaced-spans.ts'
import { hasShowableNames } from './showable-names.ts'
import { columnOf } from './table-column.ts'
import type { FoundTemplate } from './template-index.ts'
import { hasQuotedText } from './unknown-names.ts'
import { containsWords, wordsOf } from './words-of.ts'

interface FilledQuery {
  readonly query: string
  readonly filled: FilledTemplate
}

/**
 * Fills the slots of a verified query with the values of a question: each literal is replaced as a whole, quoted by the dialect.
 * Nothing else of the query changes.
 *
 * @returns undefined if a value has another kind than the verified one, if a text is not known in its column or also occurs in
 *   another constant of the query, if a remaining constant is neither in the question nor published, or, with tenant scoping,
 *   if the caller may not see a name of the query
 */
export const fillTemplate = (
  pattern: Pick<Pattern, 'question' | 'query'>,
  { key, spans }: Pick<FoundTemplate, 'key' | 'spans'>,
  known: KnownValues,
): FilledQuery | undefined => {
  const template = templateOf(pattern.question, pattern.query)
  if (template === undefined || template.key !== key) return undefined
  const { slots, reading, textsNotInQuestion } = template
  if (!textsNotInQuestion.every(known.isCategory) || hasQuotedText(reading, known)) return undefined
  const asked = [key, ...spans.map(({ value }) => value)].join(' ')
  if (known.restrictedTables.size > 0 && !hasShowableNames(pattern.query, reading, asked, known)) return undefined
  const constants = reading.literals.filter((literal) => !slots.some((slot) => slot.literal === literal))
  const replacements: {
    readonly literal: Literal
    readonly text: string
    readonly name: string
    readonly value: string
  }[] = []
  for (const [at, slot] of slots.entries()) {
    const { literal, span: own } = slot
    const span = spans[at]
    if (span === undefined || span.kind !== own.kind) return undefined
    if (span.kind !== 'text') {
      const text = span.kind === 'number' ? numberFor(literal, span.value) : dayFor(literal, pattern.query, span.value)
      if (text === undefined) return undefined
      replacements.push({ literal, text, name: span.kind, value: span.value })
      continue
    }
    const column = literal.column === undefined ? undefined : columnOf(reading, literal.column, known.view.schema)
    const value =
      column === undefined ? undefined : storedSpelling(known.storedSpellings(column, span.value), span.value)
    const text = value === undefined ? undefined : quotedText(known.view.dialect, value)
    if (column === undefined || value === undefined || text === undefined) return undefined
    const words = wordsOf(value)
    if (constants.some((other) => other.kind === 'text' && containsWords(wordsOf(other.value), words))) return undefined
    replacements.push({ literal, text, name: column.column, value })
  }
  return {
    query: replaceSpans(
      pattern.query,
      replacements.map(({ literal, text }) => ({ ...literal, text })),
    ),
    filled: {
      template: templateText(
        pattern.question,
        slots,
        replacements.map(({ name }) => name),
      ),
      values: replacements.map(({ name, value }) => ({ name, value })),
    },
  }
}

/** The stored spelling of a text; of several spellings the one in the question. */
const storedSpelling = (spelled: readonly string[], asked: string): string | undefined => {
  const distinct = [...new Set(spelled)]
  return distinct.length === 1 ? distinct[0] : distinct.find((value) => value === asked)
}

/** The number of a question, if it suits a literal: an integer stays an integer, and a row limit is at least 1. */
const numberFor = ({ value, role }: Literal, asked: string): string | undefined => {
  const number = Number(asked)
  if (Number.isInteger(Number(value)) && !Number.isInteger(number)) return undefined
  return role === 'limit' && number < 1 ? undefined : asked
}

/** A literal with its date replaced; quotes and midnight stay. */
const dayFor = (literal: Literal, query: string, asked: string): string | undefined => {
  const day = dayOf(literal)
  const written = query.slice(literal.start, literal.end)
  return day !== undefined && written.includes(day) ? written.replace(day, asked) : undefined
}

/** A quoted text. @param dialect null for JSON commands, where a text that begins with `$` would be a field path */
const quotedText = (dialect: SqlDialect | null, value: string): string | undefined => {
  if (dialect !== null) return dialect.text(value)
  return value.startsWith('$') ? undefined : JSON.stringify(value)
}

/** The verified question without its values, which may be data of another tenant. */
const templateText = (question: string, slots: readonly Slot[], names: readonly string[]): string => {
  const text = question.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return replaceSpans(
    text,
    slots.map(({ span }, at) => ({ ...span, text: `<${names[at] ?? SLOT_PLACEHOLDERS[span.kind]}>` })),
  )
}
