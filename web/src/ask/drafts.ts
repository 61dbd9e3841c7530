import { store } from '../ui/store.ts'

const STORED = 'tabletalk.drafts'

const stored = (): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}')
  } catch {
    return {}
  }
}

/** Unsent drafts by conversation, stored in the tab, so that they survive reloads and logouts. */
export const drafts = store<Readonly<Record<string, string>>>(stored())

/** Clears drafts for the next user of this browser. */
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
