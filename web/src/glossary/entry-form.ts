import { definedFields } from '../form/defined-fields.ts'
import type { FieldErrors } from '../form/field-errors.ts'
import type { Entry } from './glossary.ts'
import type { EntryKind } from './glossary-entries.ts'
import { glossaryTexts } from './texts.ts'

const { form: says } = glossaryTexts

export const ENTRY_FIELDS = [
  ...(['phrase', 'table', 'column', 'synonyms', 'label', 'surname', 'time', 'unit', 'references'] as const),
  ...(['description', 'values', 'stands_for', 'aggregate', 'times', 'op', 'value'] as const),
] as const
export type EntryField = (typeof ENTRY_FIELDS)[number]
type EntryValues = Readonly<Record<EntryField, string>>

const EMPTY: EntryValues = {
  phrase: '',
  table: '',
  column: '',
  synonyms: '',
  label: '',
  surname: '',
  time: '',
  unit: '',
  references: '',
  description: '',
  values: '',
  stands_for: 'filter',
  aggregate: 'sum',
  times: '',
  op: '=',
  value: '',
}

/** Initial values of the fields. */
export const valuesOf = (entry: Entry | undefined): EntryValues => {
  if (entry === undefined) return EMPTY
  if (entry.of !== 'phrase') return { ...EMPTY, ...entry.gloss, synonyms: entry.gloss.synonyms.join(', ') }
  const { phrase, table, filter, measure } = entry.gloss
  if (measure === undefined) {
    const { column = '', op = '=', value = '' } = filter ?? {}
    return { ...EMPTY, phrase, table, column, op, value: String(value) }
  }
  const { aggregate, column = '', times } = measure
  return {
    ...EMPTY,
    phrase,
    table,
    stands_for: 'measure',
    aggregate,
    column,
    times: typeof times === 'string' ? times : '',
  }
}

/** Validation errors of an entry. */
export const checkEntry = (of: EntryKind, values: EntryValues): FieldErrors<EntryField> => {
  const isFilter = of === 'phrase' && values.stands_for === 'filter'
  const needed: readonly EntryField[] = [
    ...(of === 'phrase' ? (['phrase'] as const) : []),
    'table',
    ...(of === 'column' || isFilter || (of === 'phrase' && values.aggregate !== 'count') ? (['column'] as const) : []),
    ...(isFilter && !values.op.startsWith('is') ? (['value'] as const) : []),
  ]
  return Object.assign({}, ...needed.map((name) => (values[name].trim() === '' ? { [name]: says.missing } : {})))
}

interface EntryContext {
  /** Type of the compared column. */
  readonly type: string
  /** The edited entry: its values without a field are kept. */
  readonly former: Entry | undefined
}

/** The entry from field values. */
export const entryOf = (of: EntryKind, values: EntryValues, context: EntryContext): Entry => {
  const text = (name: EntryField) => values[name].trim() || undefined
  const table = values.table.trim()
  const synonyms = values.synonyms
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const description = text('description')
  switch (of) {
    case 'table': {
      const facts = definedFields({ description, label: text('label'), surname: text('surname'), time: text('time') })
      return { of, gloss: { table, synonyms, ...facts } }
    }
    case 'column': {
      const hidden = values.values === '' ? undefined : ('none' as const)
      const facts = definedFields({ description, unit: text('unit'), references: text('references'), values: hidden })
      return { of, gloss: { table, column: values.column.trim(), synonyms, ...facts } }
    }
    case 'phrase':
      return { of, gloss: { phrase: values.phrase.trim(), table, ...meaningOf(values, context) } }
  }
}

const meaningOf = (values: EntryValues, { type, former }: EntryContext) => {
  const column = values.column.trim()
  if (values.stands_for === 'filter') {
    const value = values.op.startsWith('is') ? undefined : comparedWith(values.value.trim(), type)
    return { filter: { column, op: operatorOf(values.op), ...definedFields({ value }) } }
  }
  // A product of several columns has no field; it is kept unless another column is selected.
  const written = former?.of === 'phrase' ? former.gloss.measure?.times : undefined
  const times = values.times.trim() || (typeof written === 'string' ? undefined : written)
  const aggregate = AGGREGATES.find((one) => one === values.aggregate) ?? 'sum'
  return { measure: { aggregate, ...definedFields({ column: column || undefined, times }) } }
}

const AGGREGATES = ['sum', 'avg', 'count'] as const
const OPERATORS = ['=', '<>', '>', '>=', '<', '<=', 'is null', 'is not null'] as const

const operatorOf = (text: string): (typeof OPERATORS)[number] => OPERATORS.find((one) => one === text) ?? '='

const NUMBERS = /int|num|dec|real|float|double|serial|money|long/i

/** A number if the column is numeric, else text. */
const comparedWith = (text: string, type: string): string | number =>
  NUMBERS.test(type) && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
