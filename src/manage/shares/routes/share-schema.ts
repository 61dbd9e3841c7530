import { z } from 'zod'
import { uuid } from '../../../http/input.ts'
import { SHARE_DAYS_DEFAULT, SHARE_DAYS_MAX, type ShareLink } from '../rules/share-link.ts'

const DAYS = `must be a whole number of days, 1 to ${SHARE_DAYS_MAX}`

export const ShareBody = z
  .strictObject({
    expires_in_days: z.int(DAYS).min(1, DAYS).max(SHARE_DAYS_MAX, DAYS).default(SHARE_DAYS_DEFAULT),
    include_query: z
      .boolean('must be true or false')
      .default(false)
      .meta({ description: 'Whether the link also shows the query.' }),
  })
  .prefault({})
  .meta({ id: 'ShareRequest' })

const timestamp = z.iso.datetime({ precision: 3 })

const shareFields = {
  share_id: z.uuid(),
  message_id: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  include_query: z.boolean(),
}

/** An active link. Its URL is returned only when it is created. */
const ShareItem = z.object(shareFields).meta({ id: 'Share' })

export const CreatedShare = z
  .object({
    ...shareFields,
    url: z.url().meta({ description: 'Anyone with this URL can read the answer.' }),
  })
  .meta({ id: 'CreatedShare' })

export const ShareList = z.object({ shares: z.array(ShareItem).readonly() })

export const sharePath = z.object({ share_id: uuid })

/** A link as the API returns it. */
export const shareItem = ({ id, messageId, createdAt, expiresAt, includesQuery }: ShareLink) => ({
  share_id: id,
  message_id: messageId,
  include_query: includesQuery,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
})
