import { plainClient } from '../api/clients.ts'
import { end } from '../api/session.ts'
import { forgetDrafts } from '../ask/drafts.ts'
import { forgetIdentities } from '../ask/identity.ts'

/** Ends the login. @returns the URL that ends it at the identity provider too */
export const logOut = async (): Promise<string | undefined> => {
  try {
    return (await plainClient.call('post', '/api/v1/auth/logout', {})).data?.logout_url
  } catch {
    // If the service is unreachable, this browser still discards the login.
    return undefined
  } finally {
    forgetDrafts()
    forgetIdentities()
    end({ expired: false })
  }
}
