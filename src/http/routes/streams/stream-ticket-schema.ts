import { z } from 'zod'
import { uuid } from '../../input.ts'

const NEW = 'new'

/** For which conversation a ticket is to be. */
export const StreamTicketBody = z
  .strictObject({
    conversation_id: z
      .union([uuid, z.literal(NEW)], 'must be a UUID, or the word new')
      .nullish()
      .meta({ description: 'The conversation that it opens a stream of; without one, or `new`, it starts one.' }),
    database_id: uuid.nullish().meta({ description: 'Needed where there are several.' }),
  })
  .meta({ id: 'StreamTicketRequest' })

export const StreamTicketItem = z
  .object({
    ticket: z.string().meta({ description: 'For `?ticket=` of the stream; nowhere afterwards.' }),
    conversation_id: z.union([z.uuid(), z.literal(NEW)]).meta({ description: 'The id for the address of the stream.' }),
    database_id: z.uuid(),
    expires_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'StreamTicket' })
