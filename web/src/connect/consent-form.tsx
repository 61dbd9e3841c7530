import { useState } from 'react'
import { askingClient, plainClient } from '../api/clients.ts'
import type { AskableDatabase } from '../ask/identity.ts'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Field } from '../ui/field.tsx'
import { errorText } from '../ui/problem-text.ts'
import { connectTexts } from './texts.ts'

interface ConsentFormProps {
  readonly uid: string
  readonly databases: readonly AskableDatabase[]
  /** @param address where the browser goes on */
  readonly onAnswer: (address: string) => void
}

/** Databases, tenant and scope of an app, and the answer. */
export const ConsentForm = ({ uid, databases, onAnswer }: ConsentFormProps) => {
  const texts = useTexts()
  const [only] = databases
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(databases.length === 1 && only !== undefined ? [only.id] : []),
  )
  const selected = databases.filter(({ id }) => chosen.has(id))
  const isScoped = selected.some(({ scoped }) => scoped)
  const isMixed = isScoped && !selected.every(({ scoped }) => scoped)
  const path = { uid }
  const form = useForm({
    names: ['database_ids', 'tenant', 'scope'],
    check: ({ tenant }) => ({
      ...(selected.length === 0 ? { database_ids: connectTexts.databaseMissing } : {}),
      ...(isMixed ? { database_ids: connectTexts.databasesMixed } : {}),
      ...(isScoped && tenant.trim() === '' ? { tenant: connectTexts.tenantMissing } : {}),
    }),
    send: async ({ tenant, scope }) => {
      const tenantId = isScoped ? tenant.trim() : undefined
      const client = askingClient({ tenantId, scopeId: scope.trim() === '' ? undefined : scope })
      const body = { database_ids: [...chosen] }
      const { data } = await client.call('post', '/api/v1/auth/oauth/requests/{uid}/allow', { path, body })
      onAnswer(data.redirect_to)
    },
    place: (error) =>
      error.details.some(({ field }) => field === 'X-Tenant-Id') ? { tenant: errorText(error, texts) } : undefined,
  })
  const refuse = () =>
    form.run(async () => {
      const { data } = await plainClient.call('post', '/api/v1/auth/oauth/requests/{uid}/refuse', { path })
      onAnswer(data.redirect_to)
    })
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)))
  const fault = form.errors.database_ids
  return (
    <form {...form.props}>
      {databases.length === 0 ? (
        <p className="notice warn">{connectTexts.noDatabase}</p>
      ) : (
        <fieldset aria-describedby={fault === undefined ? undefined : 'databases-error'}>
          <legend>{connectTexts.databases}</legend>
          {databases.map(({ id, name }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                name="database_ids"
                value={id}
                checked={chosen.has(id)}
                aria-invalid={fault !== undefined}
                onChange={({ target }) => choose(id, target.checked)}
              />
              <bdi>{name}</bdi>
            </label>
          ))}
          {fault !== undefined && (
            <p className="field-error" id="databases-error">
              {fault}
            </p>
          )}
        </fieldset>
      )}
      {isScoped && (
        <Field
          label={connectTexts.tenant}
          hint={connectTexts.tenantHint}
          error={form.errors.tenant}
          name="tenant"
          maxLength={255}
          autoComplete="off"
          required
        />
      )}
      {selected.some(({ takes_scope }) => takes_scope) && (
        <Field
          label={connectTexts.scope}
          hint={connectTexts.scopeHint}
          error={form.errors.scope}
          name="scope"
          maxLength={255}
          autoComplete="off"
        />
      )}
      <SubmitRow form={form} label={connectTexts.allow} busy={connectTexts.busy}>
        <button type="button" onClick={() => void refuse()}>
          {connectTexts.refuse}
        </button>
      </SubmitRow>
    </form>
  )
}
