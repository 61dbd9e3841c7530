import { textsIn } from '../i18n/texts.tsx'
import type { AuditTexts } from './texts-en.ts'

/** Texts of the audit log, loaded on demand. */
export const auditTexts: AuditTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
