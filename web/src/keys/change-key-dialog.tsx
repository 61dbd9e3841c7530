import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, TextField } from '../ui/field.tsx'
import type { Key } from './key-data.ts'
import { fieldLabels } from './labels.ts'
import { LimitFields } from './limit-fields.tsx'
import { differing, LIMIT_NAMES, limitFaults, limitsOf, linesOf, localMoment, PERMISSIONS } from './limits.ts'
import { keysTexts } from './texts.ts'

interface ChangeKeyDialogProps {
  /** A key that is not revoked. */
  readonly apiKey: Key
  readonly onChanged: (name: string) => void
  readonly onClose: () => void
}

/** Changes the name and permissions of a key; only changed fields are sent. */
export const ChangeKeyDialog = ({ apiKey, onChanged, onClose }: ChangeKeyDialogProps) => {
  const { cancel, save, frame } = useTexts()
  const refresh = useRefresh()
  const { id, kind, name } = apiKey
  const end = localMoment(apiKey.expires_at)
  const form = useForm({
    names: ['name', ...LIMIT_NAMES],
    check: (values) => ({
      ...(values.name.trim() === '' ? { name: keysTexts.nameMissing } : {}),
      ...limitFaults(kind, values, end),
    }),
    send: async (values) => {
      const { expires_at: moment, ...limits } = limitsOf(kind, values)
      const said = {
        name: values.name.trim(),
        ...limits,
        // The field has minute precision.
        ...(values.expires_at === end ? {} : { expires_at: moment }),
      }
      const before = { ...apiKey, permissions: apiKey.permissions ?? PERMISSIONS[kind] }
      const { data } = await plainClient.call('patch', '/api/v1/api-keys/{api_key_id}', {
        path: { api_key_id: id },
        body: differing(said, before),
      })
      await refresh('/api/v1/api-keys')
      onChanged(data.name ?? data.hint)
    },
  })
  return (
    <Dialog title={keysTexts.editTitle(name ?? apiKey.hint)} open onClose={onClose}>
      <form {...form.props}>
        <ErrorSummary form={form} labels={fieldLabels} />
        <Field
          label={keysTexts.name}
          error={form.errors.name}
          name="name"
          maxLength={200}
          autoComplete="off"
          defaultValue={name ?? ''}
          required
        />
        {kind === 'database' && (
          <TextField
            label={keysTexts.origins}
            hint={keysTexts.originsHint}
            error={form.errors.origins}
            name="origins"
            rows={2}
            spellCheck={false}
            defaultValue={linesOf(apiKey.origins)}
          />
        )}
        <LimitFields kind={kind} limits={apiKey} errors={form.errors} />
        <SubmitRow form={form} label={save} busy={frame.saving}>
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
        </SubmitRow>
      </form>
    </Dialog>
  )
}
