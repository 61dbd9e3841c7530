import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { Field } from '../ui/field.tsx'
import { FinalOutcome, isTokenSpent, MailedLayout } from './mailed-layout.tsx'
import { hasPasswordLength, NewPasswordField } from './password-field.tsx'
import { secret } from './secrets.ts'
import { accessTexts } from './texts.ts'

const { mailed, own } = accessTexts

/** Accepts an invitation with a display name and a password. */
export const InvitationPage = () => {
  const token = secret('token')
  const [state, setState] = useState<'open' | 'done' | 'over'>(token === undefined ? 'over' : 'open')
  const form = useForm({
    names: ['name', 'password'],
    check: ({ password }) => (hasPasswordLength(password) ? {} : { password: own.passwordLength }),
    send: async ({ name, password }) => {
      // Without a name the one in the invitation stays.
      const named = name.trim() === '' ? {} : { name: name.trim() }
      try {
        await plainClient.call('post', '/api/v1/auth/invitations/accept', {
          body: { token: token ?? '', password, ...named },
        })
        setState('done')
      } catch (failed) {
        if (!isTokenSpent(failed)) throw failed
        setState('over')
      }
    },
  })
  return (
    <MailedLayout title={mailed.invitation}>
      {state === 'over' && <FinalOutcome text={mailed.invitationOver} kind="warn" />}
      {state === 'done' && <FinalOutcome text={mailed.accepted} />}
      {state === 'open' && (
        <form {...form.props}>
          <p>{mailed.invitationText}</p>
          <ErrorSummary form={form} labels={{ name: mailed.name, password: own.newPassword }} />
          <Field
            label={mailed.name}
            hint={mailed.nameHint}
            error={form.errors.name}
            name="name"
            autoComplete="name"
            maxLength={200}
          />
          <NewPasswordField error={form.errors.password} />
          <SubmitRow form={form} label={mailed.accept} busy={mailed.busy} />
        </form>
      )}
    </MailedLayout>
  )
}
