import { useState } from 'react'
import type { Column, Columns } from '../databases/use-columns.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CheckField, ChoiceField, Field, TextField } from '../ui/field.tsx'
import { checkEntry, ENTRY_FIELDS, type EntryField, entryOf, valuesOf } from './entry-form.ts'
import type { Entry } from './glossary.ts'
import type { EntryKind } from './glossary-entries.ts'
import { glossaryTexts } from './texts.ts'

const { form: says, kinds } = glossaryTexts

interface EntryDialogProps {
  readonly of: EntryKind
  readonly entry: Entry | undefined
  /** Of all tables. */
  readonly columns: Columns
  readonly onKeep: (entry: Entry) => void
  readonly onClose: () => void
}

/** Edits one glossary entry; it takes effect once the glossary is saved. */
export const EntryDialog = ({ of, entry, columns, onKeep, onClose }: EntryDialogProps) => {
  const { cancel } = useTexts()
  const before = valuesOf(entry)
  const [table, setTable] = useState(before.table)
  const [standsFor, setStandsFor] = useState(before.stands_for)
  const [operator, setOperator] = useState(before.op)
  const form = useForm<EntryField>({
    names: ENTRY_FIELDS,
    check: (values) => checkEntry(of, values),
    send: async (values) => {
      const type = columns.get(values.table)?.find(({ name }) => name === values.column)?.type ?? ''
      onKeep(entryOf(of, values, { type, former: entry }))
      onClose()
    },
  })
  const text = (name: EntryField, label: string, more: { readonly hint?: string; readonly list?: string } = {}) => (
    <Field
      label={label}
      name={name}
      {...more}
      error={form.errors[name]}
      defaultValue={before[name]}
      autoComplete="off"
    />
  )
  const { errors } = form
  return (
    <Dialog title={kinds[of].add} open onClose={onClose}>
      <form {...form.props}>
        <ErrorSummary form={form} labels={{ ...LABELS, column: says.column }} />
        {of === 'phrase' && text('phrase', says.phrase, { hint: says.phraseHint })}
        <Field
          label={says.table}
          name="table"
          error={errors.table}
          defaultValue={before.table}
          list="known-tables"
          autoComplete="off"
          onChange={({ target }) => setTable(target.value)}
        />
        {of === 'column' && text('column', says.column, { list: 'known-columns' })}
        {of !== 'phrase' && text('synonyms', says.words, { hint: says.wordsHint })}
        {of === 'table' && (
          <>
            {text('label', says.label, { list: 'known-columns' })}
            {text('surname', says.surname, { hint: says.surnameHint, list: 'known-columns' })}
            {text('time', says.time, { list: 'known-columns' })}
          </>
        )}
        {of === 'column' && (
          <>
            {text('unit', says.unit, { hint: says.unitHint })}
            {text('references', says.references, { hint: says.referencesHint })}
          </>
        )}
        {of !== 'phrase' && (
          <TextField
            label={says.description}
            name="description"
            rows={2}
            error={errors.description}
            defaultValue={before.description}
          />
        )}
        {of === 'column' && <CheckField label={says.noValues} name="values" defaultChecked={before.values !== ''} />}
        {of === 'phrase' && (
          <>
            <ChoiceField
              label={says.standsFor}
              name="stands_for"
              choices={[
                ['filter', says.filter],
                ['measure', says.measure],
              ]}
              value={standsFor}
              onChange={({ target }) => setStandsFor(target.value)}
            />
            {standsFor === 'measure' && (
              <ChoiceField
                label={says.aggregate}
                name="aggregate"
                choices={Object.entries(says.aggregates)}
                defaultValue={before.aggregate}
              />
            )}
            {text('column', says.column, { list: 'known-columns' })}
            {standsFor === 'measure' && text('times', says.times, { hint: says.timesHint, list: 'known-columns' })}
            {standsFor === 'filter' && (
              <div className="field-row even">
                <ChoiceField
                  label={says.operator}
                  name="op"
                  choices={Object.entries(says.operators)}
                  value={operator}
                  onChange={({ target }) => setOperator(target.value)}
                />
                {!operator.startsWith('is') && text('value', says.value)}
              </div>
            )}
          </>
        )}
        <Suggestions id="known-tables" names={[...columns.keys()]} />
        <Suggestions id="known-columns" names={(columns.get(table) ?? []).map(nameOf)} />
        <SubmitRow form={form} label={says.keep} busy={says.keep}>
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
        </SubmitRow>
      </form>
    </Dialog>
  )
}

const nameOf = ({ name }: Column): string => name

const Suggestions = ({ id, names }: { readonly id: string; readonly names: readonly string[] }) => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
)

const LABELS: Readonly<Record<EntryField, string>> = {
  table: says.table,
  column: says.column,
  synonyms: says.words,
  description: says.description,
  label: says.label,
  surname: says.surname,
  time: says.time,
  unit: says.unit,
  references: says.references,
  values: says.noValues,
  phrase: says.phrase,
  stands_for: says.standsFor,
  op: says.operator,
  value: says.value,
  aggregate: says.aggregate,
  times: says.times,
}
