const STORED = 'tabletalk.organization'

/** Parses the number of an organization; undefined if the text is none. */
export const organizationNumber = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text?.trim() ?? '') ? Number(text) : undefined

/** The organization of the last login in this browser. */
export const rememberedOrganization = (): string | undefined => localStorage.getItem(STORED) ?? undefined

export const rememberOrganization = (id: number): void => localStorage.setItem(STORED, String(id))
