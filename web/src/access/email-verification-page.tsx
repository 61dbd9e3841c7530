import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { MailRequestForm } from './mail-request-form.tsx'
import { FinalOutcome, isTokenSpent, MailedLayout, Outcome } from './mailed-layout.tsx'
import { secret } from './secrets.ts'
import { accessTexts } from './texts.ts'

const { mailed } = accessTexts

/** Verifies an address when its button is pressed, so that virus scanners that open links in mails verify nothing. */
export const EmailVerificationPage = () => {
  const token = secret('token')
  const [state, setState] = useState<'open' | 'done' | 'over'>('open')
  const form = useForm({
    names: [],
    check: () => ({}),
    send: async () => {
      try {
        await plainClient.call('post', '/api/v1/auth/email-verifications/confirm', { body: { token: token ?? '' } })
        setState('done')
      } catch (failed) {
        if (!isTokenSpent(failed)) throw failed
        setState('over')
      }
    },
  })
  return (
    <MailedLayout title={mailed.verification}>
      {state === 'done' && <FinalOutcome text={mailed.verified} />}
      {state !== 'done' && (token === undefined || state === 'over') && (
        <>
          {state === 'over' && <Outcome text={mailed.over} kind="warn" />}
          <MailRequestForm path="/api/v1/auth/email-verifications" text={mailed.verificationAgain} />
        </>
      )}
      {state === 'open' && token !== undefined && (
        <form {...form.props}>
          <p>{mailed.verificationText}</p>
          <SubmitRow form={form} label={mailed.verify} busy={mailed.busy} />
        </form>
      )}
    </MailedLayout>
  )
}
