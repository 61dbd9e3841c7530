import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import '../styles/access.css'
import { Outcome } from '../access/mailed-layout.tsx'
import { plainClient } from '../api/clients.ts'
import { session } from '../api/session.ts'
import { useDatabases } from '../ask/queries.ts'
import { Loaded } from '../ui/loaded.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import { useStore } from '../ui/store.ts'
import { ConsentForm } from './consent-form.tsx'
import { connectTexts } from './texts.ts'

const route = getRouteApi('/connect/$request')

/** Where an app sends its user to allow it. The app, and what it says about itself, are not trusted. */
export const ConnectPage = () => {
  const heading = usePageHeading(connectTexts.title)
  const { request: uid } = route.useParams()
  const now = useStore(session)
  const [isDone, setDone] = useState(false)
  const databases = useDatabases()
  const asked = useQuery({
    queryKey: ['/api/v1/auth/oauth/requests/{uid}', uid],
    // It can be answered once: what was shown before that stays, and is not read again.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await plainClient.call('get', '/api/v1/auth/oauth/requests/{uid}', { path: { uid }, signal })).data,
  })
  const goOn = (address: string) => {
    setDone(true)
    location.assign(address)
  }
  if (now.kind !== 'in') return null
  return (
    <main className="narrow">
      <h1 ref={heading} tabIndex={-1}>
        {connectTexts.title}
      </h1>
      {isDone ? (
        <Outcome text={connectTexts.done} />
      ) : (
        <Loaded query={asked}>
          {({ client_name: name, redirect_host: host, organization_name: organization }) => (
            <>
              <p>{connectTexts.asks}</p>
              <Facts
                facts={[
                  [connectTexts.app, name],
                  [connectTexts.host, host],
                  [connectTexts.organization, organization],
                  [connectTexts.person, now.me.email],
                ]}
              />
              <p className="notice warn">{connectTexts.warning}</p>
              <Loaded query={databases}>{(all) => <ConsentForm uid={uid} databases={all} onAnswer={goOn} />}</Loaded>
            </>
          )}
        </Loaded>
      )}
    </main>
  )
}

const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: string])[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)
