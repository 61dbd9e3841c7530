import type { AccountTexts } from './account-en.ts'
import { preferredLanguage } from './texts.tsx'

const load = async (): Promise<AccountTexts> =>
  preferredLanguage() === 'de'
    ? (await import('./account-de.ts')).accountDe
    : (await import('./account-en.ts')).accountEn

/** The texts of the pages about one's account: few people need them, so they are loaded with the first of those pages. */
export const accountTexts: AccountTexts = await load()
