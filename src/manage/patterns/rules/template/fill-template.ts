import type { SqlDialect } from '../../../../ask/rules/sql-dialect.ts'
import type { Filled, Pattern } from '../pattern.ts'
import { dayOf } from './constants.ts'
import type { KnownValues } from './known-values.ts'
import { hasOpenNames } from './open-names.ts'
import type { Literal } from './query-reading.ts'
import type { Slot } from './query-template.ts'
import { PLACES, templateOf } from './query-template.ts'
import { replacedSpans } from './replaced-spans.ts'
import { columnOf } from './table-column.ts'
import type { FoundTemplate } from './template-index.ts'
import { hasQuotedText } from './unknown-names.ts'
import { holdsWords, wordsOf } from './words-of.ts'

export interface FilledQuery {
  readonly query: string
  readonly filled: Filled
}

/**
 * A verified query with a question's own values: each literal is replaced as a whole, at its own place, by one that the
 * dialect writes. Nothing else of the query changes.
 *
 * @returns undefined where a value is not of the kind of the one that was verified: a text that the column is not known to
 *   have, or that another constant of the query has too; and where a constant that stays is neither said by the question nor
 *   published; and, where tenants see rows of their own, where a name of the query is not open to the caller
 */
export const fillTemplate = (
  pattern: Pick<Pattern, 'question' | 'query'>,
  { key, spans }: Pick<FoundTemplate, 'key' | 'spans'>,
  known: KnownValues,
): FilledQuery | undefined => {
  const template = templateOf(pattern.question, pattern.query)
  if (template === undefined || template.key !== key) return undefined
  const { slots, reading, unsaid } = template
  if (!unsaid.every(known.isCategory) || hasQuotedText(reading, known)) return undefined
  const asked = [key, ...spans.map(({ value }) => value)].join(' ')
  if (known.ownTables.size > 0 && !hasOpenNames(pattern.query, reading, asked, known)) return undefined
  const constants = reading.literals.filter((literal) => !slots.some((slot) => slot.literal === literal))
  const put: { readonly literal: Literal; readonly written: string; readonly name: string; readonly value: string }[] =
    []
  for (const [at, slot] of slots.entries()) {
    const { literal, span: own } = slot
    const span = spans[at]
    if (span === undefined || span.kind !== own.kind) return undefined
    if (span.kind !== 'text') {
      const written =
        span.kind === 'number' ? numberFor(literal, span.value) : dayFor(literal, pattern.query, span.value)
      if (written === undefined) return undefined
      put.push({ literal, written, name: span.kind, value: span.value })
      continue
    }
    const column = literal.column === undefined ? undefined : columnOf(reading, literal.column, known.view.schema)
    const value = column === undefined ? undefined : only(known.spelled(column, span.value), span.value)
    const written = value === undefined ? undefined : textOf(known.view.dialect, value)
    if (column === undefined || value === undefined || written === undefined) return undefined
    const words = wordsOf(value)
    if (constants.some((other) => other.kind === 'text' && holdsWords(wordsOf(other.value), words))) return undefined
    put.push({ literal, written, name: column.column, value })
  }
  return {
    query: replacedSpans(
      pattern.query,
      put.map(({ literal, written }) => ({ ...literal, written })),
    ),
    filled: {
      template: templateText(
        pattern.question,
        slots,
        put.map(({ name }) => name),
      ),
      values: put.map(({ name, value }) => ({ name, value })),
    },
  }
}

/** How the database spells it: of several spellings the one that was asked for. */
const only = (spelled: readonly string[], asked: string): string | undefined => {
  const distinct = [...new Set(spelled)]
  return distinct.length === 1 ? distinct[0] : distinct.find((value) => value === asked)
}

/** Whole numbers stay whole, and no query asks for no rows. */
const numberFor = ({ value, role }: Literal, asked: string): string | undefined => {
  const number = Number(asked)
  if (Number.isInteger(Number(value)) && !Number.isInteger(number)) return undefined
  return role === 'limit' && number < 1 ? undefined : asked
}

/** In the quotation that it had, with the midnight that it had. */
const dayFor = (literal: Literal, query: string, asked: string): string | undefined => {
  const day = dayOf(literal)
  const written = query.slice(literal.start, literal.end)
  return day !== undefined && written.includes(day) ? written.replace(day, asked) : undefined
}

/** @param dialect null where queries are commands in JSON: there a text that begins with `$` would be a path */
const textOf = (dialect: SqlDialect | null, value: string): string | undefined => {
  if (dialect !== null) return dialect.text(value)
  return value.startsWith('$') ? undefined : JSON.stringify(value)
}

/** The verified question without its values, which may be another tenant's. */
const templateText = (question: string, slots: readonly Slot[], names: readonly string[]): string => {
  const text = question.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return replacedSpans(
    text,
    slots.map(({ span }, at) => ({ ...span, written: `<${names[at] ?? PLACES[span.kind]}>` })),
  )
}
