import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import '../styles/access.css'
import { BASE_PATH } from '../api/address.ts'
import { plainClient } from '../api/clients.ts'
import { begin, session } from '../api/session.ts'
import { useTexts } from '../i18n/texts.tsx'
import { alert } from '../ui/announcer.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import { useStore } from '../ui/store.ts'
import { type Credentials, CredentialsForm } from './credentials-form.tsx'
import { localAddress } from './local-path.ts'
import { rememberOrganization } from './organization-number.ts'

const route = getRouteApi('/login')

const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }))

/** Email and password, then the second factor if it is enabled. */
export const LoginPage = () => {
  const { login } = useTexts()
  const { next, organization } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const now = useStore(session)
  /** Kept for the second step, because the service needs all credentials with the code. */
  const [first, setFirst] = useState<Credentials>()
  const [step, setStep] = useState<'credentials' | 'code'>('credentials')
  const title = step === 'code' ? login.codeTitle : login.title
  const heading = usePageHeading(title)
  const isExpired = now.kind === 'out' && now.expired

  useEffect(() => {
    if (now.kind === 'in') router.history.replace(localAddress(next, BASE_PATH))
  }, [now, next, router])
  useEffect(() => {
    if (isExpired) alert(login.expired)
  }, [isExpired, login])

  const logIn = async ({ email, password, organizationId }: Credentials, code?: string) => {
    const { data } = await plainClient.call('post', '/api/v1/auth/login', {
      body: {
        email,
        password,
        session: 'cookie',
        ...(organizationId === undefined ? {} : { organization_id: organizationId }),
        ...(code === undefined ? {} : { code }),
      },
    })
    if (organizationId !== undefined) rememberOrganization(organizationId)
    queries.clear()
    begin(data)
  }
  return (
    <main className="narrow">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {isExpired && <p className="notice">{login.expired}</p>}
      {step === 'code' && first !== undefined ? (
        <Suspense>
          <CodeForm logIn={(code) => logIn(first, code)} onBack={() => setStep('credentials')} />
        </Suspense>
      ) : (
        <CredentialsForm
          logIn={logIn}
          onCodeNeeded={(said) => {
            setFirst(said)
            setStep('code')
          }}
          before={first}
          organization={organization}
          next={next}
        />
      )}
    </main>
  )
}
