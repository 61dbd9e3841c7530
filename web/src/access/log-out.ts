import { plainClient } from '../api/clients.ts'
import { end } from '../api/session.ts'
import { forgetDrafts } from '../ask/drafts.ts'
import { forgetIdentities } from '../ask/identity.ts'

/** Ends the log-in. @returns where to go to end it at the identity provider too */
export const logOut = async (): Promise<string | undefined> => {
  try {
    return (await plainClient.call('post', '/api/v1/auth/logout', {})).data?.logout_url
  } catch {
    // Where the service cannot be reached, this browser forgets the log-in all the same.
    return undefined
  } finally {
    forgetDrafts()
    forgetIdentities()
    end({ expired: false })
  }
}
