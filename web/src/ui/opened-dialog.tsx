import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import type { DialogProps } from './dialog.tsx'

/**
 * An open dialog with its own backdrop: the library's would add an inline style, which the content security policy
 * forbids (radix-ui/primitives#3063).
 */
export const OpenedDialog = ({ title, onClose, children, className = '', isPersistent = false }: DialogProps) => {
  const { close } = useTexts()
  const [opener] = useState(openerOf)
  return (
    <Dialog.Root open onOpenChange={isPersistent ? undefined : onClose}>
      <Dialog.Portal>
        <div className="backdrop" aria-hidden="true" />
        <Dialog.Content
          className={`dialog ${className}`}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Another dialog may be open, or a control may have the focus.
            if (document.activeElement === document.body) focusBack(opener)
          }}
        >
          <header>
            <Dialog.Title>{title}</Dialog.Title>
            {!isPersistent && (
              <Dialog.Close className="icon" aria-label={close}>
                <X aria-hidden="true" size={20} strokeWidth={1.75} />
              </Dialog.Close>
            )}
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The element that opened the dialog: a control, or the button of its menu. */
const openerOf = (): Element | null => {
  const menu = document.activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return menu == null ? document.activeElement : document.getElementById(menu)
}

/** If it was removed with its row, the heading of the page gets the focus. */
const focusBack = (opener: Element | null): void => {
  const target = opener?.isConnected === true && opener !== document.body ? opener : document.querySelector('h1')
  if (target instanceof HTMLElement) target.focus()
}
