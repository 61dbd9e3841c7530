import { preferredLanguage } from '../i18n/texts.tsx'
import type { AuditTexts } from './texts-en.ts'

/** The texts of the audit log, loaded with it. */
export const auditTexts: AuditTexts = (
  await (preferredLanguage() === 'de' ? import('./texts-de.ts') : import('./texts-en.ts'))
).texts
