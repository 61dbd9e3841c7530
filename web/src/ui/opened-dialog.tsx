import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useTexts } from '../i18n/texts.tsx'
import type { DialogProps } from './dialog.tsx'

/**
 * A dialog that is open. It has a backdrop of its own: that of the library would add a style to the page, which the policy
 * forbids (radix-ui/primitives#3063).
 */
export const OpenedDialog = ({ title, onClose, children, className = '', isPersistent = false }: DialogProps) => {
  const { close } = useTexts()
  return (
    <Dialog.Root open onOpenChange={isPersistent ? undefined : onClose}>
      <Dialog.Portal>
        <div className="backdrop" aria-hidden="true" />
        <Dialog.Content className={`dialog ${className}`} aria-describedby={undefined}>
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
