import { z } from 'zod'
import { words } from '../../../input/glossary-file.ts'

/** An entry of a glossary that choices have taught. */
export const GlossaryProposalItem = z
  .object({
    id: z.uuid(),
    database_id: z.uuid(),
    kind: z.literal('choice'),
    phrase: z.string().describe('The word that was unknown.'),
    about: z.string().describe('A table, or a column with its table before it.'),
    says: z.string(),
    evidence: z.string().describe('Why it is proposed.'),
    votes: z.int().min(0).describe('Conversations in which the choice was taken.'),
    created_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'GlossaryProposal' })

/** What is accepted: as it was proposed, or for another phrase. */
export const AcceptBody = z.strictObject({ phrase: words.optional() }).meta({ id: 'GlossaryAcceptance' })
