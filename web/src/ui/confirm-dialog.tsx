import { type ReactNode, useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { ErrorNotice } from './notice.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** The label of the confirming button. */
  readonly action: string
  /** A name that has to be typed, for irreversible actions. */
  readonly typed?: string
  /** Whether the action loses nothing. */
  readonly isHarmless?: boolean
  /** @throws TabletalkError */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for confirmation. "Cancel" has the initial focus. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, children, action, typed, isHarmless = false, onConfirm, onClose } = props
  const { cancel, frame } = useTexts()
  const [said, setSaid] = useState('')
  const doing = useAction(async () => {
    await onConfirm()
    onClose()
  })
  const isReady = typed === undefined || said.trim() === typed
  return (
    <Dialog title={title} open onClose={onClose}>
      <div>{children}</div>
      {typed !== undefined && (
        <Field
          label={frame.typeToConfirm(typed)}
          value={said}
          autoComplete="off"
          onChange={({ target }) => setSaid(target.value)}
        />
      )}
      {doing.error !== null && <ErrorNotice error={doing.error} />}
      <p className="actions">
        <button type="button" autoFocus={typed === undefined} onClick={onClose}>
          {cancel}
        </button>
        <button
          type="button"
          className={isHarmless ? 'primary' : 'danger'}
          aria-disabled={!isReady || doing.isBusy}
          onClick={() => isReady && !doing.isBusy && doing.run()}
        >
          {action}
        </button>
      </p>
    </Dialog>
  )
}
