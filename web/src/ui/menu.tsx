import { lazy, type ReactNode, Suspense, useState } from 'react'

/** An action of a menu, or, with `checked`, a toggle. */
export interface MenuEntry {
  readonly key: string
  readonly label: ReactNode
  readonly checked?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  /** The content of the button. */
  readonly trigger: ReactNode
  /** The accessible name of the button, if its content is no text. */
  readonly label?: string
  readonly className?: string
  /** Shown above the actions. */
  readonly heading?: ReactNode
  readonly entries: readonly MenuEntry[]
}

const OpenedMenu = lazy(async () => ({ default: (await import('./opened-menu.tsx')).OpenedMenu }))

/** A button with a menu. The menu's code is loaded when it is first opened. */
export const Menu = ({ className = 'quiet', ...props }: MenuProps) => {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      className={className}
      aria-haspopup="menu"
      aria-label={props.label}
      onClick={() => setWanted(true)}
    >
      {props.trigger}
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <OpenedMenu className={className} {...props} />
    </Suspense>
  )
}
