import { store } from './store.ts'

const PREFIX = 'tabletalk.'

/** A preference of this browser, as one of some words; the first unless chosen. */
const preference = <Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]) => {
  const stored = localStorage.getItem(PREFIX + name)
  const value = store<Choice>(choices.find((choice) => choice === stored) ?? choices[0])
  return {
    ...value,
    choices,
    set(chosen: Choice) {
      localStorage.setItem(PREFIX + name, chosen)
      value.set(chosen)
    },
  }
}

export const theme = preference('theme', ['system', 'light', 'dark'])
export const density = preference('density', ['comfortable', 'compact'])
/** How wide the list of pages is; `automatic` is narrow where one asks. */
export const rail = preference('rail', ['automatic', 'wide', 'narrow'])
/** Whether it is said, to people who use a screen reader, what takes long. */
export const progress = preference('progress', ['said', 'unsaid'])

const dark = matchMedia('(prefers-color-scheme: dark)')

/** Which of the two the page is shown in. */
export const shownTheme = (): 'light' | 'dark' => {
  const chosen = theme.get()
  return chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen
}

/** Calls the listener when the theme changes, also with the system's. */
export const subscribeTheme = (listener: () => void): (() => void) => {
  dark.addEventListener('change', listener)
  const unsubscribe = theme.subscribe(listener)
  return () => {
    dark.removeEventListener('change', listener)
    unsubscribe()
  }
}

const applied = { theme, density }

/** Has the page look as was chosen, now and whenever it is chosen anew. */
export const applyPreferences = (): void => {
  for (const [name, { get, subscribe, choices }] of Object.entries(applied)) {
    const apply = () => {
      // The first choice is what the page looks like by itself.
      if (get() === choices[0]) delete document.documentElement.dataset[name]
      else document.documentElement.dataset[name] = get()
    }
    apply()
    subscribe(apply)
  }
}
