import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ChoiceField } from '../ui/field.tsx'
import type { Key, ShownKey } from './key-data.ts'
import { keysTexts } from './texts.ts'

interface ReplaceKeyDialogProps {
  readonly apiKey: Key
  readonly onMade: (key: ShownKey) => void
  readonly onClose: () => void
}

const A_DAY_S = '86400'

/** Rotates a key; the previous one stays valid for a while. */
export const ReplaceKeyDialog = ({ apiKey, onMade, onClose }: ReplaceKeyDialogProps) => {
  const { cancel, frame } = useTexts()
  const refresh = useRefresh()
  const form = useForm({
    names: ['grace_seconds'],
    check: () => ({}),
    send: async ({ grace_seconds: seconds }) => {
      const { data } = await plainClient.call('post', '/api/v1/api-keys/{api_key_id}/rotate', {
        path: { api_key_id: apiKey.id },
        body: { grace_seconds: Number(seconds) },
      })
      onMade(data)
      await refresh('/api/v1/api-keys')
    },
  })
  return (
    <Dialog title={keysTexts.rotateTitle(apiKey.name ?? apiKey.hint)} open onClose={onClose}>
      <form {...form.props}>
        <p>{keysTexts.rotateText}</p>
        <ChoiceField
          label={keysTexts.grace}
          error={form.errors.grace_seconds}
          name="grace_seconds"
          choices={Object.entries(keysTexts.graces)}
          defaultValue={A_DAY_S}
        />
        <SubmitRow form={form} label={keysTexts.rotateDo} busy={frame.saving}>
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
        </SubmitRow>
      </form>
    </Dialog>
  )
}
