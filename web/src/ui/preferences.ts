import { store } from './store.ts'

const PREFIX = 'tabletalk.'

/** A preference stored in this browser; the first choice is the default. */
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
/** Width of the navigation; `automatic` is narrow on the page for asking. */
export const rail = preference('rail', ['automatic', 'wide', 'narrow'])
/** Whether slow questions are announced to screen readers. */
export const progress = preference('progress', ['said', 'unsaid'])

const dark = matchMedia('(prefers-color-scheme: dark)')

/** The effective theme. */
export const shownTheme = (): 'light' | 'dark' => {
  const chosen = theme.get()
  return chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen
}

/** Subscribes to changes of the theme, including those of the system. */
export const subscribeTheme = (listener: () => void): (() => void) => {
  dark.addEventListener('change', listener)
  const unsubscribe = theme.subscribe(listener)
  return () => {
    dark.removeEventListener('change', listener)
    unsubscribe()
  }
}

const applied = { theme, density }

/** Applies preferences to the page, now and after each change. */
export const applyPreferences = (): void => {
  for (const [name, { get, subscribe, choices }] of Object.entries(applied)) {
    const apply = () => {
      // The default needs no attribute.
      if (get() === choices[0]) delete document.documentElement.dataset[name]
      else document.documentElement.dataset[name] = get()
    }
    apply()
    subscribe(apply)
  }
}
