import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'

interface SecretDialogProps {
  readonly title: string
  /** Its purpose, and that it is not shown again. */
  readonly text: string
  readonly secret: string
  readonly onStored: () => void
  /** Shown below the secret. */
  readonly children?: ReactNode
}

/** Shows a secret once. It closes only when the user confirms that it is stored. */
export const SecretDialog = ({ title, text, secret, onStored, children }: SecretDialogProps) => {
  const { copy, frame } = useTexts()
  return (
    <Dialog title={title} open onClose={onStored} isPersistent>
      <p className="hint">{text}</p>
      <p className="secret">
        <code>{secret}</code> <CopyButton text={secret} label={copy} />
      </p>
      {children}
      <p className="actions">
        <button type="button" className="primary" onClick={onStored}>
          {frame.stored}
        </button>
      </p>
    </Dialog>
  )
}
