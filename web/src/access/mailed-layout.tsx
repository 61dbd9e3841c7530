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

interface SaidProps {
  readonly text: string
  readonly kind?: 'warn'
}

/** The outcome of a form that was removed while it had the focus. */
export const Said = ({ text, kind }: SaidProps) => {
  const said = useFocused<HTMLParagraphElement>()
  useEffect(() => announce(text), [text])
  return (
    <p className={kind === undefined ? 'notice' : `notice ${kind}`} ref={said} tabIndex={-1}>
      {text}
    </p>
  )
}

/** As `Said`, for a finished page, with a link to the login. */
export const Done = ({ text, kind }: SaidProps) => {
  const { login } = useTexts()
  return (
    <>
      <Said text={text} {...(kind === undefined ? {} : { kind })} />
      <p className="actions">
        <Link to="/login">{login.title}</Link>
      </p>
    </>
  )
}

/** Whether the token of a mail was used before, or has expired. */
export const isTokenOver = (error: unknown): boolean =>
  error instanceof TabletalkError && error.details.some(({ field }) => field === 'token')
