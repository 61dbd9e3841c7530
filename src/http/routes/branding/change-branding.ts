import { z } from 'zod'
import { changesOf, type Recorder } from '../../../domain/access/audit.ts'
import type { Branding, Organization } from '../../../domain/access/organization.ts'
import { hasFeature } from '../../../domain/access/plan.ts'
import { mergePatch } from '../../../domain/merge-patch.ts'
import { Problem } from '../../../domain/problem.ts'
import { audited } from '../../audited.ts'
import { checked } from '../../input.ts'
import { data } from '../../reply.ts'
import type { RouteParts } from '../../route-parts.ts'
import { brandingItem } from './branding-item.ts'
import { BrandingBody, BrandingItem, BrandingPatch } from './branding-schema.ts'

const NEEDS_PLAN = 'Branding of your own needs the Professional plan or a higher one.'

/** `PUT /branding` */
export const putBranding = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'put',
    path: '/branding',
    summary: 'Replace colours, logos and widget theme',
    description: 'Whatever is left out is as it was in the beginning. Needs the Professional plan or a higher one.',
    takes: z.object({ body: BrandingBody }),
    gives: data(BrandingItem),
    problems: ['organization_not_found', 'plan_feature_required'],
    audits: 'branding.replaced',
    change: ({ organization }, { body }, record) => replace(app, organization, { branding: body, record }),
  })

/** `PATCH /branding` */
export const patchBranding = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'patch',
    path: '/branding',
    summary: 'Change some of the colours, logos and widget theme',
    description: 'Whatever is left out stays, and null is as it was in the beginning.',
    takes: z.object({ body: BrandingPatch }),
    gives: data(BrandingItem),
    problems: ['organization_not_found', 'plan_feature_required'],
    audits: 'branding.changed',
    change: ({ organization }, { body }, record) =>
      replace(app, organization, { branding: checked(BrandingBody, mergePatch(organization.branding, body)), record }),
  })

const replace = async (
  app: Pick<RouteParts, 'store'>,
  organization: Organization,
  { branding, record }: { readonly branding: Branding; readonly record: Recorder },
): Promise<z.input<typeof BrandingItem>> => {
  if (!hasFeature(organization, 'custom_api_access'))
    throw new Problem('plan_feature_required', { message: NEEDS_PLAN })
  const changes = changesOf(differing(fieldsOf(branding), fieldsOf(organization.branding)))
  if (changes.length === 0) return brandingItem(branding)
  const { id: organizationId } = organization
  await record({ subject: String(organizationId), changes }, async () => {
    if (!(await app.store.changeOrganization({ organizationId }, { branding })))
      throw new Problem('organization_not_found')
  })
  return brandingItem(branding)
}

const differing = <Fields extends Readonly<Record<string, string | boolean>>>(now: Fields, before: Fields) =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => before[field] !== value))

/** Its fields by their paths: `colors.primary`. */
const fieldsOf = ({ colors, widget_theme, ...plain }: Branding): Readonly<Record<string, string | boolean>> => ({
  ...plain,
  ...within('colors', colors),
  ...within('widget_theme', widget_theme),
})

const within = (parent: string, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${parent}.${field}`, value]))
