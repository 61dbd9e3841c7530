import { lazy, type ReactNode, Suspense } from 'react'

export interface DialogProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly className?: string
  /** Whether only its own buttons close it. */
  readonly isPersistent?: boolean
}

const OpenedDialog = lazy(async () => ({ default: (await import('./opened-dialog.tsx')).OpenedDialog }))

/** A modal dialog; its code is loaded when the first one is opened. */
export const Dialog = (props: DialogProps) =>
  props.open ? (
    <Suspense>
      <OpenedDialog {...props} />
    </Suspense>
  ) : null
