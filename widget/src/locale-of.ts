import type { Locale } from './locale.ts'
import { de } from './texts-de.ts'
import { en } from './texts-en.ts'

const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur)\b/i

/** @param chosen the attribute; without it, the language of the page, then of the browser */
export const localeOf = (chosen: string | undefined, element: Element): Locale => {
  const tags = [chosen, document.documentElement.lang, navigator.language, 'en'].flatMap(validTag)
  const tag = tags[0] ?? 'en'
  const page = element.closest<HTMLElement>('[dir=ltr], [dir=rtl]')?.dir
  const isRightToLeft = page === undefined ? RIGHT_TO_LEFT.test(tag) : page === 'rtl'
  return { texts: /^de\b/i.test(tag) ? de : en, tag, direction: isRightToLeft ? 'rtl' : 'ltr' }
}

/** The longest tag that the service takes. */
const TAG_MAX = 35

const validTag = (tag: string | undefined): string[] => {
  try {
    return tag === undefined || tag.length > TAG_MAX ? [] : Intl.getCanonicalLocales(tag || [])
  } catch {
    return []
  }
}
