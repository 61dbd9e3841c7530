import type { z } from 'zod'
import type { Branding } from '../../../domain/access/organization.ts'
import { effectiveColours } from '../../../domain/branding/effective-colours.ts'
import type { BrandingItem } from './branding-schema.ts'

/** A branding as the contract writes it. */
export const brandingItem = (branding: Branding): z.input<typeof BrandingItem> => ({
  ...branding,
  effective: effectiveColours(branding),
})
