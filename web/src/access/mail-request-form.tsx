import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Field } from '../ui/field.tsx'
import { FinalOutcome } from './mailed-layout.tsx'
import { accessTexts } from './texts.ts'

const { mailed } = accessTexts

interface MailRequestFormProps {
  readonly path: '/api/v1/auth/password-resets' | '/api/v1/auth/email-verifications'
  readonly text: string
}

/** Requests a mail. The response does not reveal whether the address has an account. */
export const MailRequestForm = ({ path, text }: MailRequestFormProps) => {
  const { login } = useTexts()
  const [isSent, setSent] = useState(false)
  const form = useForm({
    names: ['email'],
    check: ({ email }) => (email.trim() === '' ? { email: login.emailMissing } : {}),
    send: async ({ email }) => {
      await plainClient.call('post', path, { body: { email: email.trim() } })
      setSent(true)
    },
  })
  if (isSent) return <FinalOutcome text={mailed.sent} />
  return (
    <form {...form.props}>
      <p>{text}</p>
      <Field label={login.email} error={form.errors.email} name="email" type="email" autoComplete="username" required />
      <SubmitRow form={form} label={mailed.send} busy={mailed.busy} wait={mailed.wait}>
        <Link to="/login">{login.title}</Link>
      </SubmitRow>
    </form>
  )
}
