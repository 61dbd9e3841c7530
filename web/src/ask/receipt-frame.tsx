import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useMedia } from '../ui/use-media.ts'

interface ReceiptFrameProps {
  readonly onClose: () => void
  readonly children: ReactNode
}

/** From this width on the receipt has its own column. */
export const useIsWide = (): boolean => useMedia('(min-width: 1200px)')

/** The container of a receipt: a column beside the answer if there is room, else a dialog. It takes the focus when it opens. */
export const ReceiptFrame = ({ onClose, children }: ReceiptFrameProps) => {
  const texts = useTexts()
  const isWide = useIsWide()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const close = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && isWide && !defaultPrevented) onClose()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isWide, onClose])
  if (!isWide)
    return (
      <Dialog title={texts.receipt.title} open onClose={onClose} className="receipt">
        {children}
      </Dialog>
    )
  return (
    <aside className="receipt" aria-label={texts.receipt.title}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {texts.receipt.title}
        </h2>
        <button type="button" className="icon" aria-label={texts.close} onClick={onClose}>
          <X aria-hidden="true" size={20} strokeWidth={1.75} />
        </button>
      </header>
      {children}
    </aside>
  )
}
