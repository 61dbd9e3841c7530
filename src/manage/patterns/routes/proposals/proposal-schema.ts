import { z } from 'zod'
import { uuid } from '../../../../http/input.ts'
import { query, question, UnsharedValues, verifiedBy } from '../pattern-schema.ts'

/** A question, and the query of an answer that was rated `up`. */
export const ProposalItem = z
  .object({
    id: z.uuid(),
    database_id: z.uuid(),
    question: z.string(),
    query: z.string(),
    votes: z.int().min(0),
    unshared_values: UnsharedValues,
    created_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'PatternProposal' })

/** Changes of an accepted proposal; omitted fields are as proposed. */
export const AcceptBody = z
  .strictObject({ question: question.optional(), query: query.optional(), verified_by: verifiedBy.optional() })
  .meta({ id: 'PatternAcceptance' })

export const proposalPath = z.object({ proposal_id: uuid })
