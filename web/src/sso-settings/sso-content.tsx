import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { session } from '../api/session.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { announce } from '../ui/announcer.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useStore } from '../ui/store.ts'
import { readSso, SSO } from './sso-data.ts'
import { SsoFacts } from './sso-facts.tsx'
import { SsoForm } from './sso-form.tsx'
import { ssoTexts } from './texts.ts'

/** The current SSO settings, the form for them, and their removal. */
export const SsoContent = () => {
  const now = useStore(session)
  const refresh = useRefresh()
  const query = useQuery({
    queryKey: [SSO],
    queryFn: async ({ signal }) => ({ sso: await readSso(signal) }),
  })
  /** Incremented to reset the form; its input is never overwritten otherwise. */
  const [round, setRound] = useState(0)
  const [isRemoving, setRemoving] = useState(false)
  const [result, setResult] = useState('')
  const again = async () => {
    await refresh(SSO)
    setRound((count) => count + 1)
  }
  const remove = async () => {
    await plainClient.call('delete', SSO, {})
    await again()
    setResult(ssoTexts.removed)
    announce(ssoTexts.removed)
  }
  if (now.kind !== 'in') return null
  return (
    <>
      {result !== '' && <p className="notice">{result}</p>}
      <Loaded query={query}>
        {({ sso }) => (
          <>
            {sso === null ? (
              <section>
                <p>{ssoTexts.intro}</p>
                <p className="hint">{ssoTexts.redirectLater}</p>
              </section>
            ) : (
              <SsoFacts sso={sso} organizationId={now.me.organization_id} />
            )}
            <SsoForm key={round} loaded={sso} onTakeTheirs={() => void again()} />
            {sso !== null && (
              <section className="apart">
                <h2>{ssoTexts.remove}</h2>
                <p className="hint">{ssoTexts.removeHint}</p>
                <p className="actions">
                  <button type="button" className="danger" onClick={() => setRemoving(true)}>
                    {ssoTexts.remove}
                  </button>
                </p>
              </section>
            )}
          </>
        )}
      </Loaded>
      {isRemoving && (
        <ConfirmDialog
          title={ssoTexts.removeTitle}
          action={ssoTexts.remove}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        >
          <p>{ssoTexts.removeHint}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
