import { requireActive } from '../../access/rules/admit.ts'
import type { Organization } from '../../access/rules/organization.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { ShareLink } from './rules/share-link.ts'
import type { SharedAnswer } from './rules/shared-answer.ts'
import type { ShareTokens } from './share-tokens.ts'

/** Links to answers, for who makes them and who reads them. */
export interface Shares {
  /**
   * Stores a link with what it shows.
   * @returns its token
   * @throws Problem `shares_full`; `message_not_found` where the answer was deleted, or sharing switched off, meanwhile
   */
  add(link: ShareLink, answer: SharedAnswer): Promise<string>
  /** What a token opens; undefined for every reason that it may not, and the same is read of the store for each. */
  open(token: string): Promise<OpenedShare | undefined>
}

export interface OpenedShare {
  readonly link: ShareLink
  readonly answer: SharedAnswer
  /** Whose answer it is. */
  readonly organization: Organization
}

type SharesStore = Pick<Store, 'conversations' | 'databases' | 'messages' | 'organizations' | 'shares'>

export const sharesOf = (store: SharesStore, tokens: ShareTokens): Shares => ({
  async add(link, answer) {
    const token = tokens.tokenOf(link.id)
    if (!(await store.shares.add(link, token, answer))) throw new Problem('shares_full')
    // Whoever deletes a conversation, or switches sharing off, erases the links that are there by then.
    if ((await ownerOf(store, link)) === undefined) {
      await store.shares.remove(ownCaller(link), link.id, true)
      throw new Problem('message_not_found')
    }
    return token
  },
  async open(token) {
    const found = await store.shares.findByToken(token)
    const isSigned = tokens.isTokenOf(found?.link.id ?? NOTHING.id, token)
    const organization = await ownerOf(store, found?.link ?? NOTHING)
    return found === undefined || !isSigned || organization === undefined ? undefined : { ...found, organization }
  },
})

/** The organization of a link while all that it ends with is there; undefined otherwise. */
const ownerOf = async (store: SharesStore, link: ShareLink): Promise<Organization | undefined> => {
  const caller = ownCaller(link)
  const [organization, ...others] = await Promise.all([
    store.organizations.find(link),
    store.databases.find(link, link.databaseId),
    store.conversations.find(caller, link.conversationId),
    store.messages.find(caller, link.messageId),
  ])
  const isThere = others.every((one) => one !== undefined)
  return isThere && organization?.shareLinks === true && isActive(organization) ? organization : undefined
}

const isActive = (organization: Organization): boolean => {
  try {
    requireActive(organization)
    return true
  } catch {
    return false
  }
}

/** No user has this number. */
const NOBODY = 0

const ownCaller = ({ organizationId, scopeId, tenantId }: ShareLink) => ({
  organizationId,
  scopeId,
  kind: 'organization' as const,
  userId: NOBODY,
  ...(tenantId === undefined ? {} : { tenantId }),
})

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Looked for where there is no link, so that reading takes as long. */
const NOTHING: ShareLink = {
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
