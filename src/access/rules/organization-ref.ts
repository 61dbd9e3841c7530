/** Names an organization. Every value that carries its id is one: a caller, a key, a database. */
export interface OrganizationRef {
  readonly organizationId: number
}
