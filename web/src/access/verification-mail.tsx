import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { announce } from '../ui/announcer.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { accessTexts } from './texts.ts'

const { mailed } = accessTexts

/** Requests another verification mail after a login was refused because the address is unverified. */
export const VerificationMail = ({ email }: { readonly email: string }) => {
  const [isSent, setSent] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const send = async () => {
    setFailure(undefined)
    try {
      await plainClient.call('post', '/api/v1/auth/email-verifications', { body: { email } })
      setSent(true)
      announce(mailed.sent)
    } catch (failed) {
      setFailure(failed)
    }
  }
  return (
    <>
      {isSent && <p className="notice">{mailed.sent}</p>}
      {failure !== undefined && <ErrorNotice error={failure} />}
      <p>
        <button type="button" onClick={() => void send()}>
          {mailed.sendVerification}
        </button>
      </p>
    </>
  )
}
