import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import { begin, session } from '../api/session.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Field } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import { useStore } from '../ui/store.ts'
import { localPath } from './local-path.ts'

const route = getRouteApi('/login')

const value = (form: FormData, name: string): string => String(form.get(name) ?? '')

/** Email and password, then the second factor where there is one. */
export const LoginPage = () => {
  const texts = useTexts()
  const { login } = texts
  const { next, organization } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const now = useStore(session)
  const heading = usePageHeading(login.title)
  /** Email and password, while the second factor is asked for: the service wants all three. */
  const [first, setFirst] = useState<{ readonly email: string; readonly password: string }>()
  const [isRecovery, setRecovery] = useState(false)
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (now.kind === 'in') router.history.replace(localPath(next))
  }, [now, next, router])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const said = first ?? { email: value(form, 'email'), password: value(form, 'password') }
    const number = Number(value(form, 'organization') || organization)
    setBusy(true)
    setError(undefined)
    try {
      const code = value(form, 'code')
      const { data } = await plainClient.call('post', '/api/v1/auth/login', {
        body: {
          ...said,
          session: 'cookie',
          ...(number > 0 ? { organization_id: number } : {}),
          ...(code === '' ? {} : { code }),
        },
      })
      queries.clear()
      begin(data)
    } catch (failed) {
      setBusy(false)
      if (failed instanceof TabletalkError && failed.code === 'AUTH_2FA_REQUIRED') return setFirst(said)
      setError(failed)
    }
  }
  const waitS = error instanceof TabletalkError && error.status === 429 ? error.retryAfter : undefined

  return (
    <main className="narrow">
      <h1 ref={heading} tabIndex={-1}>
        {first === undefined ? login.title : login.codeTitle}
      </h1>
      {now.kind === 'out' && now.expired && <p className="notice">{login.expired}</p>}
      <form onSubmit={(event) => void submit(event)}>
        {first === undefined ? (
          <>
            <Field label={login.email} name="email" type="email" autoComplete="username" required />
            <Field label={login.password} name="password" type="password" autoComplete="current-password" required />
            <details>
              <summary>{login.organization}</summary>
              <Field
                label={login.organization}
                hint={login.organizationHint}
                name="organization"
                inputMode="numeric"
                defaultValue={organization ?? ''}
              />
            </details>
          </>
        ) : (
          <>
            <Field
              key={String(isRecovery)}
              label={isRecovery ? login.recoveryCode : login.code}
              hint={isRecovery ? login.recoveryHint : login.codeHint}
              name="code"
              autoComplete="one-time-code"
              inputMode={isRecovery ? 'text' : 'numeric'}
              required
              autoFocus
            />
            <p>
              <button type="button" className="quiet" onClick={() => setRecovery(!isRecovery)}>
                {isRecovery ? login.useApp : login.useRecovery}
              </button>
            </p>
          </>
        )}
        {waitS !== undefined ? (
          <p className="notice danger">{login.wait(waitS)}</p>
        ) : (
          error !== undefined && <ErrorNotice error={error} />
        )}
        <p className="actions">
          <button type="submit" className="primary" aria-disabled={isBusy}>
            {isBusy ? login.busy : login.submit}
          </button>
          {first !== undefined && (
            <button type="button" onClick={() => setFirst(undefined)}>
              {login.back}
            </button>
          )}
        </p>
      </form>
    </main>
  )
}
