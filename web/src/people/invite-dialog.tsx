import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PERSON_NAMES, PersonFields, personFaults, personLabels, roleOf } from './person-fields.tsx'
import { peopleTexts } from './texts.ts'

interface InviteDialogProps {
  readonly onInvited: (email: string) => void
  readonly onClose: () => void
}

/** Adds a user, who gets a mail. */
export const InviteDialog = ({ onInvited, onClose }: InviteDialogProps) => {
  const { cancel, frame } = useTexts()
  const refresh = useRefresh()
  const form = useForm({
    names: PERSON_NAMES,
    check: personFaults,
    send: async ({ email, name, role }) => {
      const { data } = await plainClient.call('post', '/api/v1/users', {
        body: { email: email.trim(), role: roleOf(role), ...(name.trim() === '' ? {} : { name }) },
      })
      await refresh('/api/v1/users')
      onInvited(data.email)
    },
  })
  return (
    <Dialog title={peopleTexts.inviteTitle} open onClose={onClose}>
      <form {...form.props}>
        <p className="hint">{peopleTexts.inviteText}</p>
        <ErrorSummary form={form} labels={personLabels} />
        <PersonFields errors={form.errors} />
        <SubmitRow form={form} label={peopleTexts.inviteDo} busy={frame.saving}>
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
        </SubmitRow>
      </form>
    </Dialog>
  )
}
