import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { MailRequestForm } from './mail-request-form.tsx'
import { FinalOutcome, isTokenSpent, MailedLayout, Outcome } from './mailed-layout.tsx'
import { hasPasswordLength, NewPasswordField } from './password-field.tsx'
import { secret } from './secrets.ts'
import { accessTexts } from './texts.ts'

const { mailed, own } = accessTexts

/** Resets a password: requests the mail, then sets the password with its token. */
export const PasswordResetPage = () => {
  const token = secret('token')
  const [state, setState] = useState<'open' | 'done' | 'over'>('open')
  const form = useForm({
    names: ['password'],
    check: ({ password }) => (hasPasswordLength(password) ? {} : { password: own.passwordLength }),
    send: async ({ password }) => {
      try {
        await plainClient.call('post', '/api/v1/auth/password-resets/confirm', {
          body: { token: token ?? '', password },
        })
        setState('done')
      } catch (failed) {
        if (!isTokenSpent(failed)) throw failed
        setState('over')
      }
    },
  })
  if (token === undefined || state === 'over')
    return (
      <MailedLayout title={mailed.reset}>
        {state === 'over' && <Outcome text={mailed.over} kind="warn" />}
        <MailRequestForm path="/api/v1/auth/password-resets" text={mailed.resetText} />
      </MailedLayout>
    )
  return (
    <MailedLayout title={mailed.reset}>
      {state === 'done' ? (
        <FinalOutcome text={mailed.changed} />
      ) : (
        <form {...form.props}>
          <NewPasswordField error={form.errors.password} />
          <SubmitRow form={form} label={mailed.setPassword} busy={mailed.busy} />
        </form>
      )}
    </MailedLayout>
  )
}
