import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { nameOf, type Person } from './person-data.ts'
import { PERSON_NAMES, PersonFields, personFaults, personLabels, roleOf } from './person-fields.tsx'
import { peopleTexts } from './texts.ts'

interface ChangePersonDialogProps {
  readonly person: Person
  readonly onChanged: (name: string) => void
  readonly onClose: () => void
}

/** Changes a user's email, name and role; only changed fields are sent, so that concurrent changes are kept. */
export const ChangePersonDialog = ({ person, onChanged, onClose }: ChangePersonDialogProps) => {
  const { cancel, save, frame } = useTexts()
  const refresh = useRefresh()
  const form = useForm({
    names: PERSON_NAMES,
    check: personFaults,
    send: async (said) => {
      const [email, name, role] = [said.email.trim(), said.name.trim() || null, roleOf(said.role)]
      const { data } = await plainClient.call('patch', '/api/v1/users/{user_id}', {
        path: { user_id: String(person.id) },
        body: {
          ...(email === person.email ? {} : { email }),
          ...(name === person.name ? {} : { name }),
          ...(role === person.role ? {} : { role }),
        },
      })
      await refresh('/api/v1/users')
      onChanged(nameOf(data))
    },
  })
  return (
    <Dialog title={peopleTexts.editTitle(nameOf(person))} open onClose={onClose}>
      <form {...form.props}>
        <ErrorSummary form={form} labels={personLabels} />
        <PersonFields person={person} errors={form.errors} />
        <SubmitRow form={form} label={save} busy={frame.saving}>
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
        </SubmitRow>
      </form>
    </Dialog>
  )
}
