import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { CheckField, Field } from '../ui/field.tsx'
import type { Database } from './database.ts'
import { databasesTexts } from './texts.ts'

const { overview: says, form: fields } = databasesTexts
const FIELDS = ['name', 'rows', 'shared_values', 'thinking', 'public_exports', 'async_query_timeout'] as const

/** What is sent to models, and time limits of questions. */
export const SettingsSection = ({ database }: { readonly database: Database }) => {
  const { frame, save } = useTexts()
  const refresh = useRefresh()
  const [isSaved, setSaved] = useState(false)
  const form = useForm<(typeof FIELDS)[number]>({
    names: FIELDS,
    check: (values) => ({
      ...(values.name.trim() === '' ? { name: fields.missing } : {}),
      ...(/^\d*$/.test(values.async_query_timeout.trim()) ? {} : { async_query_timeout: says.timeoutInvalid }),
    }),
    send: async (values) => {
      const timeout = values.async_query_timeout.trim()
      await plainClient.call('patch', '/api/v1/databases/{database_id}', {
        path: { database_id: database.id },
        body: {
          name: values.name.trim(),
          rows: values.rows === '' ? null : 'none',
          shared_values: values.shared_values === '' ? null : 'off',
          thinking: values.thinking === '' ? null : 'shown',
          public_exports: values.public_exports !== '',
          async_query_timeout: timeout === '' ? null : Number(timeout),
        },
      })
      await refresh('/api/v1/databases/{database_id}', '/api/v1/databases', '/api/v1/chat/databases')
      setSaved(true)
      announce(frame.saved)
    },
  })
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{says.settings}</h2>
      <form {...form.props} onChange={() => setSaved(false)}>
        <ErrorSummary
          form={form}
          labels={{
            name: fields.name,
            rows: says.rows,
            shared_values: says.sharedValues,
            thinking: says.thinking,
            public_exports: says.publicExports,
            async_query_timeout: says.timeout,
          }}
        />
        <Field
          label={fields.name}
          hint={fields.nameHint}
          error={form.errors.name}
          name="name"
          defaultValue={database.name}
          autoComplete="off"
        />
        <CheckField
          label={says.rows}
          hint={says.rowsHint}
          error={form.errors.rows}
          name="rows"
          defaultChecked={database.rows !== null}
        />
        <CheckField
          label={says.sharedValues}
          hint={says.sharedValuesHint}
          error={form.errors.shared_values}
          name="shared_values"
          defaultChecked={database.shared_values !== null}
        />
        <CheckField
          label={says.thinking}
          error={form.errors.thinking}
          name="thinking"
          defaultChecked={database.thinking !== null}
        />
        <CheckField
          label={says.publicExports}
          error={form.errors.public_exports}
          name="public_exports"
          defaultChecked={database.public_exports}
        />
        <Field
          label={says.timeout}
          error={form.errors.async_query_timeout}
          name="async_query_timeout"
          inputMode="numeric"
          defaultValue={database.async_query_timeout ?? ''}
        />
        {isSaved && <p className="notice">{frame.saved}</p>}
        <SubmitRow form={form} label={save} busy={frame.saving} />
      </form>
    </section>
  )
}
