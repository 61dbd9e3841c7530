import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { session } from '../api/session.ts'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { useStore } from '../ui/store.ts'
import { credential } from './credential.ts'
import { CredentialPage } from './credential-page.tsx'
import { operatorsTexts } from './texts.ts'

interface OperatorPageProps {
  readonly title: string
  /** Shown to a logged-in user without a credential: their own data. */
  readonly own?: ReactNode
  readonly children: ReactNode
}

/** A page for operators: without a credential it asks for one, and requests nothing. */
export const OperatorPage = ({ title, own, children }: OperatorPageProps) => {
  const isLoggedIn = useStore(session).kind === 'in'
  const { token, refused } = useStore(credential)
  if (token !== undefined)
    return (
      <ManagePage key="operator" title={title} needs="anyone" tabs={<OperatorTabs />} action={<Forget />}>
        {children}
      </ManagePage>
    )
  if (own !== undefined && isLoggedIn && refused === undefined)
    return (
      <ManagePage key="own" title={title}>
        {own}
      </ManagePage>
    )
  return <CredentialPage refused={refused} hasOwn={own !== undefined} />
}

const OperatorTabs = () => {
  const { pages } = useTexts()
  return (
    <nav className="page-tabs" aria-label={operatorsTexts.tabs}>
      <Link to="/operators/turns">{pages.turns}</Link>
      <Link to="/operators/health">{pages.health}</Link>
      <Link to="/operators/limits">{pages.limits}</Link>
    </nav>
  )
}

const Forget = () => (
  <button
    type="button"
    onClick={() => {
      credential.set({})
      announce(operatorsTexts.credential.forgotten)
    }}
  >
    {operatorsTexts.credential.forget}
  </button>
)
