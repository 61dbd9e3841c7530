import { requireActive } from '../../access/rules/admit.ts'
import { organizationCaller } from '../../access/rules/caller.ts'
import type { Organization } from '../../access/rules/organization.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { ShareLink } from './rules/share-link.ts'
import type { SharedAnswer } from './rules/shared-answer.ts'
import type { ShareTokens } from './share-tokens.ts'

/** Creates and opens share links. */
export interface Shares {
  /**
   * Stores a link with its snapshot.
   * @returns the token
   * @throws Problem `shares_full`; `message_not_found` if the answer was deleted or sharing was disabled concurrently
   */
  add(link: ShareLink, answer: SharedAnswer): Promise<string>
  /** The answer behind a token; undefined if it must not be shown. All cases read the same of the store (timing side channel). */
  open(token: string): Promise<OpenedShare | undefined>
}

export interface OpenedShare {
  readonly link: ShareLink
  readonly answer: SharedAnswer
  readonly organization: Organization
}

type SharesStore = Pick<Store, 'conversations' | 'databases' | 'messages' | 'organizations' | 'shares'>

export const createShares = (store: SharesStore, tokens: ShareTokens): Shares => ({
  async add(link, answer) {
    const token = tokens.tokenOf(link.id)
    if (!(await store.shares.add(link, token, answer))) throw new Problem('shares_full')
    // Deleting a conversation or disabling sharing erases only the links that exist at that time: check again after the write.
    if ((await ownerOf(store, link)) === undefined) {
      await store.shares.remove(organizationCaller(link.organizationId, link), link.id, true)
      throw new Problem('message_not_found')
    }
    return token
  },
  async open(token) {
    const found = await store.shares.findByToken(token)
    const isSigned = tokens.isTokenOf(found?.link.id ?? NO_LINK.id, token)
    const organization = await ownerOf(store, found?.link ?? NO_LINK)
    return found === undefined || !isSigned || organization === undefined ? undefined : { ...found, organization }
  },
})

/** The organization of a link; undefined if the link no longer works, for example because its conversation was deleted. */
const ownerOf = async (store: SharesStore, link: ShareLink): Promise<Organization | undefined> => {
  const caller = organizationCaller(link.organizationId, link)
  const [organization, ...others] = await Promise.all([
    store.organizations.find(link),
    store.databases.find(link, link.databaseId),
    store.conversations.find(caller, link.conversationId),
    store.messages.find(caller, link.messageId),
  ])
  const allExist = others.every((one) => one !== undefined)
  return allExist && organization?.shareLinks === true && isActive(organization) ? organization : undefined
}

const isActive = (organization: Organization): boolean => {
  try {
    requireActive(organization)
    return true
  } catch {
    return false
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Read if there is no link, so that the response time does not reveal whether one exists. */
const NO_LINK: ShareLink = {
  id: NO_ID,
  organizationId: 0,
  scopeId: '',
  databaseId: NO_ID,
  conversationId: NO_ID,
  messageId: NO_ID,
  createdAt: new Date(0),
  expiresAt: new Date(0),
  includesQuery: false,
}
