import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import '../styles/access.css'
import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import { useFocused } from './use-focused.ts'

/** A page that a mail leads to. */
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

/** What came of a form that had the focus and is gone. */
export const Said = ({ text, kind }: SaidProps) => {
  const said = useFocused<HTMLParagraphElement>()
  useEffect(() => announce(text), [text])
  return (
    <p className={kind === undefined ? 'notice' : `notice ${kind}`} ref={said} tabIndex={-1}>
      {text}
    </p>
  )
}

/** The same where nothing is left to do on a page, with the way to the log-in. */
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

/** Whether the token of a mail was used before, or its time is over. */
export const isTokenOver = (error: unknown): boolean =>
  error instanceof TabletalkError && error.details.some(({ field }) => field === 'token')
