import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import '../styles/access.css'
import { BASE_PATH } from '../api/address.ts'
import { begin } from '../api/session.ts'
import { useTexts } from '../i18n/texts.tsx'
import { alert } from '../ui/announcer.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import { errorText } from '../ui/problem-text.ts'
import { localAddress } from './local-path.ts'
import { organizationNumber, rememberedOrganization } from './organization-number.ts'
import { beginProviderLogIn, finishProviderLogIn, wantedPage } from './provider-log-in.ts'
import { secret } from './secrets.ts'
import { accessTexts } from './texts.ts'

const { sso } = accessTexts
const route = getRouteApi('/sso')

/**
 * The redirect page of identity providers. With the number of an organization it begins a login there when its button
 * is pressed: a link alone does not log in.
 */
export const SsoPage = () => {
  const texts = useTexts()
  const router = useRouter()
  const queries = useQueryClient()
  const heading = usePageHeading(sso.title)
  const { organization: wanted } = route.useSearch()
  const [failure, setFailure] = useState<{ readonly text: string } | { readonly error: unknown }>()

  useEffect(() => {
    const finish = async () => {
      const code = secret('code')
      if (code === undefined) return setFailure({ text: wanted === undefined ? sso.noCode : sso.begin })
      const tokens = await finishProviderLogIn(code)
      if (tokens === undefined) return setFailure({ text: sso.otherTab })
      queries.clear()
      begin(tokens)
      router.history.replace(localAddress(wantedPage(), BASE_PATH))
    }
    finish().catch((error: unknown) => {
      setFailure({ error })
      alert(errorText(error, texts))
    })
  }, [router, queries, texts, wanted])

  const isBegun = failure === undefined || 'error' in failure || failure.text !== sso.begin
  const organization = organizationNumber(wanted ?? rememberedOrganization())
  const again = () => {
    setFailure(undefined)
    if (organization === undefined || !isSecureContext) return void router.navigate({ to: '/login', search: {} })
    beginProviderLogIn(organization, wantedPage()).catch((error: unknown) => setFailure({ error }))
  }
  return (
    <main className="narrow">
      <h1 ref={heading} tabIndex={-1}>
        {sso.title}
      </h1>
      {failure === undefined ? (
        <p>{sso.busy}</p>
      ) : (
        <>
          {'error' in failure ? (
            <ErrorNotice error={failure.error} />
          ) : (
            <p className={isBegun ? 'notice warn' : 'notice'}>{failure.text}</p>
          )}
          <p className="actions">
            <button type="button" className="primary" onClick={again}>
              {isBegun ? texts.tryAgain : texts.login.submit}
            </button>
            <Link className="button" to="/login" search={{ next: wantedPage() ?? '/ask' }}>
              {sso.usePassword}
            </Link>
          </p>
        </>
      )}
    </main>
  )
}
