import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CheckField, ChoiceField, Field } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useDatabases } from './evaluation-words.tsx'
import { FILE_KB_MAX, type FileMistake, fileMistakes, QUESTIONS_MAX, readLines } from './question-lines.ts'
import { evaluationTexts as says } from './texts.ts'

const NAMES = ['database_id', 'questions', 'tenant_id', 'scope_id', 'repeat', 'worded'] as const
const LABELS = {
  database_id: says.database,
  questions: says.file,
  tenant_id: says.tenant,
  scope_id: says.scope,
  repeat: says.repeat,
  worded: says.worded,
}
const MISTAKES_SHOWN_MAX = 20

/** Starts an evaluation of the questions in a file. */
export const RunFileDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const databases = useDatabases()
  return (
    <Dialog title={says.runFile} open onClose={onClose}>
      <Loaded query={databases}>
        {(found) => (found.length === 0 ? <p>{says.noDatabase}</p> : <RunForm databases={found} onClose={onClose} />)}
      </Loaded>
    </Dialog>
  )
}

interface RunFormProps {
  readonly databases: readonly { readonly id: string; readonly name: string }[]
  readonly onClose: () => void
}

const RunForm = ({ databases, onClose }: RunFormProps) => {
  const texts = useTexts()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [mistakes, setMistakes] = useState<readonly FileMistake[]>([])
  const [lines, setLines] = useState<ReturnType<typeof readLines>['lines']>([])
  const take = async (chosen: File | undefined) => {
    setFile(chosen)
    const read = readLines(chosen === undefined || isTooLarge(chosen) ? '' : await chosen.text())
    setLines(read.lines)
    setMistakes(read.mistakes)
  }
  const wrongWith = (): string | undefined => {
    if (file === undefined) return says.fileMissing
    if (isTooLarge(file)) return says.fileTooLarge(formatNumber(FILE_KB_MAX, texts))
    if (mistakes.length > 0) return says.mistakes
    if (lines.length === 0) return says.fileEmpty
    return lines.length > QUESTIONS_MAX ? says.tooMany(formatNumber(QUESTIONS_MAX, texts)) : undefined
  }
  const form = useForm({
    names: NAMES,
    check: () => {
      const questions = wrongWith()
      return questions === undefined ? {} : { questions }
    },
    place: ({ details }) => {
      const found = fileMistakes(details, lines)
      setMistakes(found)
      return found.length === 0 ? undefined : { questions: says.mistakes }
    },
    send: async ({ database_id, tenant_id: tenant, scope_id: scope, repeat, worded }) => {
      const body = {
        database_id,
        repeat: Number(repeat),
        worded: worded === 'on',
        questions: lines.map(({ value }) => value),
        ...(tenant.trim() === '' ? {} : { tenant_id: tenant.trim() }),
        ...(scope.trim() === '' ? {} : { scope_id: scope.trim() }),
      }
      const { data } = await plainClient.call('post', '/api/v1/evaluations', { body })
      announce(says.started)
      await refresh('/api/v1/evaluations')
      await navigate({ to: '/evaluation/$run', params: { run: data.id } })
    },
  })
  const { errors } = form
  return (
    <form {...form.props}>
      <ErrorSummary form={form} labels={LABELS} />
      <ChoiceField
        label={says.database}
        name="database_id"
        error={errors.database_id}
        choices={databases.map(({ id, name }) => [id, name])}
      />
      <Field
        label={says.file}
        hint={says.fileHint}
        error={errors.questions}
        name="questions"
        type="file"
        accept=".jsonl,.ndjson,.json,.txt"
        onChange={({ target }) => void take(target.files?.[0])}
      />
      {mistakes.length > 0 && (
        <div className="notice danger field">
          {mistakes.slice(0, MISTAKES_SHOWN_MAX).map(({ line, message }) => (
            <p key={`${line} ${message}`}>{says.line(formatNumber(line, texts), message)}</p>
          ))}
          {mistakes.length > MISTAKES_SHOWN_MAX && (
            <p>{says.more(formatNumber(mistakes.length - MISTAKES_SHOWN_MAX, texts))}</p>
          )}
        </div>
      )}
      <div className="field-row even">
        <Field label={says.tenant} hint={says.tenantHint} error={errors.tenant_id} name="tenant_id" />
        <Field label={says.scope} hint={says.scopeHint} error={errors.scope_id} name="scope_id" />
      </div>
      <details>
        <summary>{says.options}</summary>
        <ChoiceField label={says.repeat} name="repeat" error={errors.repeat} choices={Object.entries(says.repeats)} />
        <CheckField label={says.worded} hint={says.wordedHint} error={errors.worded} name="worded" />
      </details>
      <SubmitRow form={form} label={says.runFile} busy={says.starting}>
        <button type="button" onClick={onClose}>
          {texts.cancel}
        </button>
      </SubmitRow>
    </form>
  )
}

const isTooLarge = ({ size }: File): boolean => size > FILE_KB_MAX * 1024
