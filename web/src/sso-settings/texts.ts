import { preferredLanguage } from '../i18n/texts.tsx'
import type { SsoSettingsTexts } from './texts-en.ts'

/** The texts of the page about single sign-on, loaded with it. */
export const ssoTexts: SsoSettingsTexts = (
  await (preferredLanguage() === 'de' ? import('./texts-de.ts') : import('./texts-en.ts'))
).texts
