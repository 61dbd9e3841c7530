import { preferredLanguage } from '../i18n/texts.tsx'
import type { WebhookTexts } from './texts-en.ts'

/** The texts of the pages about webhooks, loaded with the first of them. */
export const webhookTexts: WebhookTexts = (
  await (preferredLanguage() === 'de' ? import('./texts-de.ts') : import('./texts-en.ts'))
).texts
