/** What a page says of the widget: attributes of the element, its properties, and the options of `init`. */
export interface WidgetOptions {
  readonly apiKey?: string | undefined
  readonly databaseId?: string | undefined
  readonly tenantId?: string | number | undefined
  readonly scopeId?: string | undefined
  readonly identityToken?: string | undefined
  /** Called when there is no identity token, or the service has refused it. */
  readonly refreshIdentityToken?: RefreshIdentityToken | undefined
  readonly position?: string | undefined
  readonly inline?: boolean | undefined
  readonly full?: boolean | undefined
  readonly locale?: string | undefined
  readonly theme?: string | undefined
  readonly serviceUrl?: string | undefined
}

export type RefreshIdentityToken = () => Promise<string> | string

/** Attributes with a text, by the property of the same meaning. */
export const TEXT_ATTRIBUTES = {
  apiKey: 'api-key',
  databaseId: 'database-id',
  tenantId: 'tenant-id',
  scopeId: 'scope-id',
  identityToken: 'identity-token',
  position: 'position',
  locale: 'locale',
  theme: 'theme',
  serviceUrl: 'service-url',
} as const

/** Attributes that are present or absent. */
export const FLAG_ATTRIBUTES = { inline: 'inline', full: 'full' } as const

const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
export type Position = (typeof POSITIONS)[number]

/** The first of these texts that names a corner. */
export const positionOf = (...texts: readonly (string | undefined)[]): Position =>
  texts.map((text) => POSITIONS.find((position) => position === text)).find((found) => found !== undefined) ??
  'bottom-right'
