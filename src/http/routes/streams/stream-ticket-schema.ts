import { z } from 'zod'
import { uuid } from '../../input.ts'

const NEW = 'new'

/** The conversation and database of a ticket. */
export const StreamTicketBody = z
  .strictObject({
    conversation_id: z
      .union([uuid, z.literal(NEW)], 'must be a UUID, or the word new')
      .nullish()
      .meta({ description: 'The conversation to stream; if absent or `new`, a conversation is started.' }),
    database_id: uuid.nullish().meta({ description: 'Required if there are several databases.' }),
  })
  .meta({ id: 'StreamTicketRequest' })

export const StreamTicketItem = z
  .object({
    ticket: z.string().meta({ description: 'The value for `?ticket=` of the stream; it cannot be retrieved again.' }),
    conversation_id: z
      .union([z.uuid(), z.literal(NEW)])
      .meta({ description: 'The conversation id for the URL of the stream.' }),
    database_id: z.uuid(),
    expires_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'StreamTicket' })
