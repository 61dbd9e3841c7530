import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useAction } from '../api/use-action.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { Loaded } from '../ui/loaded.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { databasesTexts } from './texts.ts'

const { overview: says } = databasesTexts
const PATH = '/api/v1/databases/{database_id}/identity'

/** Whether public keys have to prove the tenant. */
export const IdentitySection = ({ id }: { readonly id: string }) => {
  const refresh = useRefresh()
  const [secret, setSecret] = useState<string | null>(null)
  const path = { database_id: id }
  const identity = useQuery({
    queryKey: [PATH, id],
    queryFn: async ({ signal }) => (await plainClient.call('get', PATH, { path, signal })).data.identity,
  })
  const changing = useAction(async (body: { readonly required: boolean; readonly rotate?: true }) => {
    const { data } = await plainClient.call('put', PATH, { path, body })
    setSecret(data.secret)
    await refresh(PATH)
  })
  return (
    <section aria-labelledby="identity">
      <h2 id="identity">{says.identity}</h2>
      <p className="hint">{says.identityHint}</p>
      <Loaded query={identity}>
        {(rule) => (
          <>
            <p>{says.identityStates[rule]}</p>
            <p className="actions">
              {rule === 'required' ? (
                <button type="button" onClick={() => changing.run({ required: false })}>
                  {says.identityAccept}
                </button>
              ) : (
                <button type="button" onClick={() => changing.run({ required: true })}>
                  {says.identityRequire}
                </button>
              )}
              {rule !== 'off' && (
                <button type="button" onClick={() => changing.run({ required: rule === 'required', rotate: true })}>
                  {says.identityRotate}
                </button>
              )}
            </p>
          </>
        )}
      </Loaded>
      {changing.error !== null && <ErrorNotice error={changing.error} />}
      {secret !== null && (
        <SecretDialog
          title={says.identitySecret}
          text={says.identitySecretHint}
          secret={secret}
          onStored={() => setSecret(null)}
        />
      )}
    </section>
  )
}
