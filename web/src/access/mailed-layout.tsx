import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import '../styles/access.css'
import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import { useFocused } from './use-focused.ts'

/** Layout of pages opened from a mail. */
export const MailedLayout = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const heading = usePageHeading(title)
  return (
    <main className="narrow">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  )
}

interface OutcomeProps {
  readonly text: string
  readonly kind?: 'warn'
}

/** The outcome of a form that was removed while it had the focus. */
export const Outcome = ({ text, kind }: OutcomeProps) => {
  const paragraph = useFocused<HTMLParagraphElement>()
  useEffect(() => announce(text), [text])
  return (
    <p className={kind === undefined ? 'notice' : `notice ${kind}`} ref={paragraph} tabIndex={-1}>
      {text}
    </p>
  )
}

/** As `Outcome`, for a finished page, with a link to the login. */
export const FinalOutcome = ({ text, kind }: OutcomeProps) => {
  const { login } = useTexts()
  return (
    <>
      <Outcome text={text} {...(kind === undefined ? {} : { kind })} />
      <p className="actions">
        <Link to="/login">{login.title}</Link>
      </p>
    </>
  )
}

/** Whether the token of a mail was used before, or has expired. */
export const isTokenSpent = (error: unknown): boolean =>
  error instanceof TabletalkError && error.details.some(({ field }) => field === 'token')
