import { useState } from 'react'
import type { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { ChangedNotice, useUnchanged } from '../form/use-unchanged.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, TextField } from '../ui/field.tsx'
import {
  type Edited,
  PATTERN_NAMES,
  PATTERNS,
  type PatternValues,
  PROPOSALS,
  patternFaults,
  readPattern,
  sendPattern,
} from './pattern-data.ts'
import { queriesTexts } from './texts.ts'

interface PatternDialogProps {
  readonly edited: Edited
  readonly onSaved: () => void
  readonly onClose: () => void
}

const TITLES = {
  add: queriesTexts.addTitle,
  change: queriesTexts.changeTitle,
  accept: queriesTexts.acceptTitle,
} as const

/** Verifies a query: a new one, a proposed one, or a changed one. */
export const PatternDialog = ({ edited, onSaved, onClose }: PatternDialogProps) => {
  const [values, setValues] = useState(edited.values)
  return (
    <Dialog title={TITLES[edited.kind]} open onClose={onClose} className="query-dialog">
      <PatternForm
        key={JSON.stringify(values)}
        edited={{ ...edited, values }}
        onTakeTheirs={setValues}
        onSaved={onSaved}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** Maps errors of the guard, and a duplicate question, to fields. */
const place = ({ problem, details }: TabletalkError) => {
  const hint = details.find(({ field }) => field === 'query')?.message
  if (problem === 'pattern_refused' && hint !== undefined) return { query: queriesTexts.refused(hint) }
  return problem === 'duplicate_entry' ? { question: queriesTexts.taken } : undefined
}

interface PatternFormProps extends PatternDialogProps {
  readonly onTakeTheirs: (theirs: PatternValues) => void
}

const PatternForm = ({ edited, onTakeTheirs, onSaved, onClose }: PatternFormProps) => {
  const { cancel, frame, save } = useTexts()
  const refresh = useRefresh()
  const unchanged = useUnchanged(edited.values, async () =>
    edited.kind === 'change' ? await readPattern(edited.id) : edited.values,
  )
  const form = useForm({
    names: PATTERN_NAMES,
    check: patternFaults,
    place,
    send: async (values) => {
      if (!(await unchanged.save(() => sendPattern(edited, values)))) return
      await refresh(PATTERNS, PROPOSALS)
      onSaved()
    },
  })
  const { theirs } = unchanged
  return (
    <form {...form.props}>
      <ErrorSummary
        form={form}
        labels={{ question: queriesTexts.question, query: queriesTexts.query, verified_by: queriesTexts.by }}
      />
      <Field
        label={queriesTexts.question}
        hint={queriesTexts.questionHint}
        error={form.errors.question}
        name="question"
        defaultValue={edited.values.question}
        autoComplete="off"
        autoFocus
        required
      />
      <TextField
        label={queriesTexts.query}
        hint={queriesTexts.queryHint}
        error={form.errors.query}
        name="query"
        className="code"
        rows={8}
        defaultValue={edited.values.query}
        spellCheck={false}
        autoCapitalize="none"
        required
      />
      <Field
        label={queriesTexts.by}
        error={form.errors.verified_by}
        name="verified_by"
        defaultValue={edited.values.verified_by}
        autoComplete="off"
      />
      {theirs !== undefined && (
        <ChangedNotice
          onKeepMine={() => {
            unchanged.acknowledge()
            form.props.ref.current?.requestSubmit()
          }}
          onTakeTheirs={() => onTakeTheirs(theirs)}
        />
      )}
      <SubmitRow form={form} label={edited.kind === 'accept' ? queriesTexts.accept : save} busy={frame.saving}>
        <button type="button" onClick={onClose}>
          {cancel}
        </button>
      </SubmitRow>
    </form>
  )
}
