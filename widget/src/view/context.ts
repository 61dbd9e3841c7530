import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Chat } from '../chat/chat.ts'
import type { Locale } from '../locale.ts'

/** What every part of the view needs. */
export interface View {
  readonly chat: Chat
  readonly locale: Locale
  readonly isDark: boolean
}

export const ViewContext = createContext<View | undefined>(undefined)

export const useView = (): View => {
  const view = useContext(ViewContext)
  if (view === undefined) throw new Error('rendered outside of the widget')
  return view
}
