import { createContext, type ReactNode, use } from 'react'
import type { Texts } from './en.ts'

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

const STORED = 'tabletalk.language'

const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text)

/** The language chosen in this browser, else the first supported one of its languages. */
export const preferredLanguage = (): Language => {
  const chosen = localStorage.getItem(STORED)
  const known = [chosen, ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? '').find(isLanguage)
  return known ?? 'en'
}

/** Changes the language of the portal. */
export const chooseLanguage = (language: Language): void => {
  localStorage.setItem(STORED, language)
  location.reload()
}

/** Loads the texts of a language on demand. */
export const loadTexts = async (language: Language): Promise<Texts> => {
  document.documentElement.lang = language
  return language === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en
}

/** Texts of a folder of pages, loaded with the first of them. @param catalogs one for each language */
export const textsIn = async <Catalog,>(
  catalogs: Readonly<Record<Language, () => Promise<{ readonly texts: Catalog }>>>,
): Promise<Catalog> => (await catalogs[preferredLanguage()]()).texts

const TextsContext = createContext<Texts | undefined>(undefined)

export const TextsProvider = ({ texts, children }: { readonly texts: Texts; readonly children: ReactNode }) => (
  <TextsContext value={texts}>{children}</TextsContext>
)

/** The texts in the language of the page. */
export const useTexts = (): Texts => {
  const texts = use(TextsContext)
  if (texts === undefined) throw new Error('no texts were provided')
  return texts
}
