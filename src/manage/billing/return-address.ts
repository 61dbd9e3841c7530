import { invalidField } from '../../platform/problems/problem.ts'

const LENGTH_MAX = 2_000

/**
 * The URL to which the processor's page returns: a page of the portal only, so that it is no open redirect.
 * @param given the URL in the request; absent: the page `path` of the portal
 * @throws Problem `input_invalid` with the field name
 */
export const returnAddress = (
  portalUrl: string,
  { field, given, path }: { readonly field: string; readonly given: string | undefined; readonly path: string },
): string => {
  if (given === undefined) return `${portalUrl}${path}`
  const { origin } = new URL(portalUrl)
  const url = given.length > LENGTH_MAX ? null : URL.parse(given)
  if (url === null || url.origin !== origin || `${url.username}${url.password}` !== '')
    throw invalidField(field, `must be a page of ${origin}, of at most ${LENGTH_MAX} characters`)
  return url.href
}
