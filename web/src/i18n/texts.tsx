import { createContext, type ReactNode, use } from 'react'
import type { Texts } from './en.ts'

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

const STORED = 'tabletalk.language'

const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text)

/** As chosen in this browser, else the first of its languages that there is. */
export const preferredLanguage = (): Language => {
  const chosen = localStorage.getItem(STORED)
  const known = [chosen, ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? '').find(isLanguage)
  return known ?? 'en'
}

/** Shows the portal in another language from here on. */
export const chooseLanguage = (language: Language): void => {
  localStorage.setItem(STORED, language)
  location.reload()
}

/** The catalog of a language; each is loaded where it is needed only. */
export const loadTexts = async (language: Language): Promise<Texts> => {
  document.documentElement.lang = language
  return language === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en
}

/** The texts of a folder of pages, loaded with the first of those pages. @param catalogs one for each language */
export const textsIn = async <Catalog,>(
  catalogs: Readonly<Record<Language, () => Promise<{ readonly texts: Catalog }>>>,
): Promise<Catalog> => (await catalogs[preferredLanguage()]()).texts

const TextsContext = createContext<Texts | undefined>(undefined)

export const TextsProvider = ({ texts, children }: { readonly texts: Texts; readonly children: ReactNode }) => (
  <TextsContext value={texts}>{children}</TextsContext>
)

/** The texts of the language that the page is shown in. */
export const useTexts = (): Texts => {
  const texts = use(TextsContext)
  if (texts === undefined) throw new Error('no texts were provided')
  return texts
}
