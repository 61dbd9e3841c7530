import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Identity, readingClient } from '../api/clients.ts'
import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'

interface ShareDialogProps {
  readonly messageId: string
  readonly identity: Identity
  readonly onClose: () => void
}

/** Creates, lists and revokes links to an answer that work without a login. */
export const ShareDialog = ({ messageId, identity, onClose }: ShareDialogProps) => {
  const texts = useTexts()
  const { ask } = texts
  const client = readingClient(identity)
  const queries = useQueryClient()
  const [withQuery, setWithQuery] = useState(false)
  const queryKey = ['shares', messageId]
  const path = { message_id: messageId }
  const shares = useQuery({
    queryKey,
    retry: false,
    queryFn: async () => (await client.call('get', '/api/v1/chat/messages/{message_id}/shares', { path })).data.shares,
  })
  const onSuccess = () => queries.invalidateQueries({ queryKey })
  const created = useMutation({
    mutationFn: () =>
      client.call('post', '/api/v1/chat/messages/{message_id}/share', { path, body: { include_query: withQuery } }),
    onSuccess,
  })
  const revoked = useMutation({
    mutationFn: (shareId: string) =>
      client.call('delete', '/api/v1/chat/shares/{share_id}', { path: { share_id: shareId } }),
    onSuccess,
  })
  const link = created.data?.data
  const failed = created.error ?? revoked.error
  return (
    <Dialog title={ask.shareTitle} open onClose={onClose}>
      <p>{ask.shareText}</p>
      {link === undefined ? (
        <>
          <p>
            <label>
              <input type="checkbox" checked={withQuery} onChange={({ target }) => setWithQuery(target.checked)} />{' '}
              {ask.shareQuery}
            </label>
          </p>
          <p className="actions">
            <button
              type="button"
              className="primary"
              aria-disabled={created.isPending}
              onClick={() => !created.isPending && created.mutate()}
            >
              {ask.shareCreate}
            </button>
          </p>
        </>
      ) : (
        <>
          <Field label={ask.shareLink} hint={ask.shareOnce} value={link.url} readOnly />
          <p className="actions">
            <CopyButton text={link.url} label={texts.copy} />
            <span className="hint">{ask.shareUntil(formatMoment(link.expires_at, texts))}</span>
          </p>
        </>
      )}
      {failed !== null && <ErrorNotice error={failed} />}
      {(shares.data ?? []).length > 0 && (
        <section>
          <h3>{ask.shareExisting(shares.data?.length ?? 0)}</h3>
          <ul>
            {shares.data?.map(({ share_id: id, created_at: createdAt, expires_at: expiresAt }) => (
              <li key={id}>
                {formatMoment(createdAt, texts)} · {ask.shareUntil(formatMoment(expiresAt, texts))}{' '}
                <button type="button" className="quiet" onClick={() => revoked.mutate(id)}>
                  {ask.shareRevoke}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
