import { store } from '../ui/store.ts'

const STORED = 'tabletalk.drafts'

const stored = (): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}')
  } catch {
    return {}
  }
}

/** What is typed and not sent, by conversation: kept in the tab, whatever happens to the page or to the session. */
export const drafts = store<Readonly<Record<string, string>>>(stored())

/** Leaves nothing that was typed to whoever uses this browser next. */
export const forgetDrafts = (): void => {
  sessionStorage.removeItem(STORED)
  drafts.set({})
}

export const setDraft = (conversation: string, text: string): void => {
  const { [conversation]: _, ...others } = drafts.get()
  const all = text === '' ? others : { ...others, [conversation]: text }
  sessionStorage.setItem(STORED, JSON.stringify(all))
  drafts.set(all)
}
