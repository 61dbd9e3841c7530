import { useEffect } from 'react'

interface Shortcuts {
  readonly onFind: () => void
  readonly onStop: () => void
  readonly onNew: () => void
  readonly onHelp: () => void
  /** A key pressed while the question of a turn had the focus. */
  readonly onTurnKey: (key: string, turnKey: string) => void
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Keyboard shortcuts. Single letters work only on the heading of an answer (WCAG 2.2, 2.1.4). */
export const useShortcuts = (shortcuts: Shortcuts): void => {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const withControl = event.ctrlKey || event.metaKey
      const act = (action: () => void) => {
        event.preventDefault()
        action()
      }
      if (withControl && event.key.toLowerCase() === 'k') return act(shortcuts.onFind)
      if (withControl && event.key === '.') return act(shortcuts.onStop)
      if (withControl && event.shiftKey && event.key.toLowerCase() === 'o') return act(shortcuts.onNew)
      if (withControl || event.altKey || isTyping(event.target)) return
      if (event.key === '?') return act(shortcuts.onHelp)
      const turnKey = event.target instanceof HTMLElement ? event.target.dataset.turn : undefined
      if (turnKey !== undefined) shortcuts.onTurnKey(event.key, turnKey)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [shortcuts])
}
