import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import '../styles/access.css'
import { session } from '../api/session.ts'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { alert } from '../ui/announcer.tsx'
import { Field } from '../ui/field.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import type { ProblemLike } from '../ui/problem-text.ts'
import { useStore } from '../ui/store.ts'
import { credential, credentialIn } from './credential.ts'
import { operatorsTexts, translated } from './texts.ts'

const says = operatorsTexts.credential

interface CredentialPageProps {
  /** Why the previous credential was rejected. */
  readonly refused: ProblemLike | undefined
  /** Whether the page has content for a user without a credential. */
  readonly hasOwn: boolean
}

/** Asks for an operator credential. */
export const CredentialPage = (form: CredentialPageProps) => {
  const { frame, login } = useTexts()
  const now = useStore(session)
  if (now.kind === 'in')
    return (
      <ManagePage key="credential" title={frame.operators} needs="anyone">
        <CredentialForm {...form} isLoggedIn />
      </ManagePage>
    )
  return (
    <NarrowPage title={frame.operators}>
      {now.kind === 'out' && now.expired && <p className="notice">{login.expired}</p>}
      <CredentialForm {...form} isLoggedIn={false} />
    </NarrowPage>
  )
}

const NarrowPage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
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

const CredentialForm = ({ isLoggedIn, refused, hasOwn }: CredentialPageProps & { readonly isLoggedIn: boolean }) => {
  const form = useForm({
    names: ['credential'],
    check: ({ credential: text }) => {
      if (text.trim() === '') return { credential: says.missing }
      return credentialIn(text) === undefined ? { credential: says.invalid } : {}
    },
    send: async ({ credential: text }) => {
      const token = credentialIn(text)
      if (token !== undefined) credential.set({ token })
    },
  })
  const refusal = refused && refusalText(refused)
  useEffect(() => {
    if (refusal !== undefined) alert(refusal)
  }, [refusal])
  return (
    <form {...form.props}>
      {/* With its own name a password manager stores it separately from the user's password. */}
      <input hidden readOnly autoComplete="username" value={says.account} />
      <Field
        label={says.label}
        hint={says.hint}
        error={form.errors.credential ?? refusal}
        name="credential"
        type="password"
        autoComplete="current-password"
        required
      />
      <SubmitRow form={form} label={says.submit} busy={says.busy}>
        {isLoggedIn && hasOwn && (
          <button type="button" onClick={() => credential.set({})}>
            {says.without}
          </button>
        )}
        {!isLoggedIn && (
          <Link to="/login" search={{ next: '/operators/turns' }}>
            {says.logIn}
          </Link>
        )}
      </SubmitRow>
    </form>
  )
}

/** For any other token the service describes how programs log in, which does not apply here. */
const refusalText = ({ problem = '', message }: ProblemLike): string =>
  translated.refusals[problem] ?? (message.includes('/api/') ? says.invalid : message)
