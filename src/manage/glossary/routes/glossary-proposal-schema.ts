import { z } from 'zod'
import { words } from '../../written-files/glossary-file.ts'

/** A glossary entry learned from choices of users. */
export const GlossaryProposalItem = z
  .object({
    id: z.uuid(),
    database_id: z.uuid(),
    kind: z.literal('choice'),
    phrase: z.string().describe('The unknown word.'),
    about: z.string().describe('A table, or a column as TABLE.COLUMN.'),
    says: z.string(),
    evidence: z.string().describe('The reason for the proposal.'),
    votes: z.int().min(0).describe('Number of conversations in which this choice was selected.'),
    created_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'GlossaryProposal' })

/** Accepts a proposal, optionally with another phrase. */
export const AcceptBody = z.strictObject({ phrase: words.optional() }).meta({ id: 'GlossaryAcceptance' })
