import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { components } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { useDatabases } from '../ask/queries.ts'
import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { connectTexts } from './texts.ts'

type Grant = components['schemas']['OAuthGrant']

const GRANTS = '/api/v1/auth/grants'

/** The apps that may ask in the name of the user. */
export const ConnectedApps = ({ userId }: { readonly userId: number }) => {
  const texts = useTexts()
  const refresh = useRefresh()
  const databases = useDatabases()
  const grants = useQuery({
    queryKey: [GRANTS],
    queryFn: async ({ signal }) => (await plainClient.call('get', GRANTS, { signal })).data.grants,
  })
  const [asked, setAsked] = useState<Grant>()
  const nameOf = (id: string) => databases.data?.find((one) => one.id === id)?.name ?? connectTexts.removedDatabase
  const sees = ({ database_ids, tenant_id, scope_id }: Grant) =>
    [
      ...database_ids.map(nameOf),
      ...(tenant_id === null ? [] : [connectTexts.ofTenant(tenant_id)]),
      ...(scope_id === null ? [] : [connectTexts.ofScope(scope_id)]),
    ].join(', ')
  const disconnect = async ({ id, client_name }: Grant) => {
    await plainClient.call('delete', '/api/v1/auth/grants/{grant_id}', { path: { grant_id: id } })
    await refresh(GRANTS)
    announce(connectTexts.disconnected(client_name))
  }
  return (
    <section aria-labelledby="apps">
      <h2 id="apps">{connectTexts.connected}</h2>
      <p className="hint">{connectTexts.connectedHint}</p>
      <Loaded query={grants}>
        {(all) => {
          const own = all.filter(({ user_id }) => user_id === userId)
          if (own.length === 0) return <p>{connectTexts.none}</p>
          return (
            <ListTable
              caption={connectTexts.connected}
              rows={own}
              rowKey={({ id }) => id}
              columns={[
                {
                  label: connectTexts.app,
                  cell: ({ client_name, redirect_host }) => (
                    <>
                      <bdi>{client_name}</bdi>
                      <span className="muted">
                        <bdi>{redirect_host}</bdi>
                      </span>
                    </>
                  ),
                },
                { label: connectTexts.sees, cell: (grant) => <bdi>{sees(grant)}</bdi> },
                { label: connectTexts.since, cell: ({ created_at }) => formatMoment(created_at, texts) },
                {
                  label: connectTexts.used,
                  cell: ({ last_used_at }) =>
                    last_used_at === null ? connectTexts.never : formatMoment(last_used_at, texts),
                },
                {
                  label: connectTexts.actions,
                  isActions: true,
                  cell: (grant) => (
                    <button
                      type="button"
                      aria-label={connectTexts.disconnectNamed(grant.client_name)}
                      onClick={() => setAsked(grant)}
                    >
                      {connectTexts.disconnect}
                    </button>
                  ),
                },
              ]}
            />
          )
        }}
      </Loaded>
      {asked !== undefined && (
        <ConfirmDialog
          title={connectTexts.disconnectTitle(asked.client_name)}
          action={connectTexts.disconnect}
          onConfirm={() => disconnect(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{connectTexts.disconnectText}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
