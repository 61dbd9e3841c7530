/** Any value with the id of an organization: a caller, a key, a database. */
export interface OrganizationRef {
  readonly organizationId: number
}
