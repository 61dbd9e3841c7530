import { lazy, Suspense, useState } from 'react'
import type { Identity } from '../api/clients.ts'
import { useTexts } from '../i18n/texts.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

/** Opens the dialog for share links. */
export const ShareButton = (shared: { readonly messageId: string; readonly identity: Identity }) => {
  const { ask } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        {ask.share}
      </button>
      <Suspense>{isOpen && <ShareDialog {...shared} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
