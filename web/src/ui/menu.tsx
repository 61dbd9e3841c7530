import { lazy, type ReactNode, Suspense, useState } from 'react'

/** An action of a menu, or with `checked` something that it switches. */
export interface MenuEntry {
  readonly key: string
  readonly label: ReactNode
  readonly checked?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  /** What the button shows. */
  readonly trigger: ReactNode
  /** The name of the button, where what it shows is no text. */
  readonly label?: string
  readonly className?: string
  /** What stands above the actions. */
  readonly heading?: ReactNode
  readonly entries: readonly MenuEntry[]
}

const OpenedMenu = lazy(async () => ({ default: (await import('./opened-menu.tsx')).OpenedMenu }))

/** A button that opens a list of actions. What opens it is loaded when it is opened first: no page needs it to be shown. */
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
