import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ChoiceField, Field, TextField } from '../ui/field.tsx'
import { IdentityRisk } from './identity-risk.tsx'
import type { Database, Key, ShownKey } from './key-data.ts'
import { fieldLabels } from './labels.ts'
import { LimitFields } from './limit-fields.tsx'
import { LIMIT_NAMES, limitFaults, limitsOf } from './limits.ts'
import { keysTexts } from './texts.ts'

interface NewKeyDialogProps {
  readonly databases: readonly Database[]
  readonly onMade: (key: ShownKey) => void
  readonly onClose: () => void
}

/** Creates a key: secret for a server, or public for pages. */
export const NewKeyDialog = ({ databases, onMade, onClose }: NewKeyDialogProps) => {
  const { cancel, frame } = useTexts()
  const refresh = useRefresh()
  const [kind, setKind] = useState<Key['kind']>('organization')
  const [databaseId, setDatabaseId] = useState(databases.length === 1 ? databases[0]?.id : undefined)
  const form = useForm({
    names: ['kind', 'name', 'database_id', ...LIMIT_NAMES],
    check: (values) => ({
      ...(values.name.trim() === '' ? { name: keysTexts.nameMissing } : {}),
      ...(kind === 'database' && values.database_id === '' ? { database_id: keysTexts.databaseMissing } : {}),
      ...limitFaults(kind, values),
    }),
    send: async (values) => {
      const { data } = await plainClient.call('post', '/api/v1/api-keys', {
        body: {
          kind,
          name: values.name,
          ...(kind === 'database' ? { database_id: values.database_id } : {}),
          ...limitsOf(kind, values),
        },
      })
      onMade(data)
      await refresh('/api/v1/api-keys')
    },
  })
  return (
    <Dialog title={keysTexts.addTitle} open onClose={onClose}>
      <form {...form.props}>
        <ErrorSummary form={form} labels={fieldLabels} />
        <ChoiceField
          label={keysTexts.kind}
          error={form.errors.kind}
          name="kind"
          choices={Object.entries(keysTexts.kindChoices)}
          value={kind}
          onChange={({ target }) => setKind(target.value === 'database' ? 'database' : 'organization')}
        />
        <Field
          label={keysTexts.name}
          hint={keysTexts.nameHint}
          error={form.errors.name}
          name="name"
          maxLength={200}
          autoComplete="off"
          required
        />
        {kind === 'database' && (
          <>
            <ChoiceField
              label={keysTexts.database}
              error={form.errors.database_id}
              name="database_id"
              choices={[['', keysTexts.chooseDatabase], ...databases.map(({ id, name }) => [id, name] as const)]}
              value={databaseId ?? ''}
              onChange={({ target }) => setDatabaseId(target.value)}
              required
            />
            <IdentityRisk database={databases.find(({ id }) => id === databaseId)} />
            <TextField
              label={keysTexts.origins}
              hint={keysTexts.originsHint}
              error={form.errors.origins}
              name="origins"
              rows={2}
              spellCheck={false}
            />
          </>
        )}
        <LimitFields key={kind} kind={kind} limits={undefined} errors={form.errors} />
        <SubmitRow form={form} label={keysTexts.create} busy={frame.saving}>
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
        </SubmitRow>
      </form>
    </Dialog>
  )
}
