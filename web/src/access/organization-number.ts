const STORED = 'tabletalk.organization'

/** The number of an organization as people write it; undefined where a text is none. */
export const organizationNumber = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text?.trim() ?? '') ? Number(text) : undefined

/** The one that was given last in this browser. */
export const rememberedOrganization = (): string | undefined => localStorage.getItem(STORED) ?? undefined

/** Keeps it for the next log-in. */
export const rememberOrganization = (id: number): void => localStorage.setItem(STORED, String(id))
