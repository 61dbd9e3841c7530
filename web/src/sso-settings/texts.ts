import { textsIn } from '../i18n/texts.tsx'
import type { SsoSettingsTexts } from './texts-en.ts'

/** Texts of the page about single sign-on, loaded on demand. */
export const ssoTexts: SsoSettingsTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
