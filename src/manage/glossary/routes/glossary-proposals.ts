import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { countsOf, GLOSSARY_CHARACTERS_MAX } from '../../../ask/rules/glossary.ts'
import type { WordProposal } from '../../../ask/rules/proposal.ts'
import { audited } from '../../../http/audited.ts'
import { data, pages } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { numberedPage } from '../../../platform/values/page.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { GlossaryItem } from '../../databases/routes/database-schema.ts'
import { DESCRIBING_PROBLEMS } from '../../databases/routes/describing-problems.ts'
import { PatternListQuery } from '../../patterns/routes/pattern-schema.ts'
import { dismissalEndpoint, findOpenProposal } from '../../patterns/routes/proposals/open-proposal.ts'
import { proposalPath } from '../../patterns/routes/proposals/proposal-schema.ts'
import { learnedProposal, phraseOf, withPhrase } from '../rules/learned-entry.ts'
import { glossaryWith } from '../rules/propose-glossary.ts'
import { AcceptBody, GlossaryProposalItem } from './glossary-proposal-schema.ts'

/** `GET /glossary-proposals` */
export const listGlossaryProposals = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/glossary-proposals',
    summary: 'List proposed glossary entries, newest first',
    description:
      'Filter by database with `database_id`. A proposal is derived from a choice: a question had one unknown word, and the user chose an interpretation with one additional name. At most 300 for each database. Planners do not use proposals until they are accepted.',
    takes: z.object({ query: PatternListQuery }),
    gives: pages(GlossaryProposalItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const page = await app.store.proposals.list(caller, 'glossary', numberedPage(query), query.database_id)
      return { ...page, items: page.items.map(itemOf) }
    },
  })

/** `GET /glossary-proposals/{proposal_id}` */
export const getGlossaryProposal = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/glossary-proposals/:proposal_id',
    summary: 'Get a proposed glossary entry',
    takes: z.object({ params: proposalPath }),
    gives: data(GlossaryProposalItem),
    problems: ['glossary_proposal_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return itemOf(await findOpenProposal(app, caller, 'glossary', params.proposal_id))
    },
  })

/** `POST /glossary-proposals/{proposal_id}/accept` */
export const acceptGlossaryProposal = (app: Pick<RouteParts, 'managed' | 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/glossary-proposals/:proposal_id/accept',
    summary: 'Accept a proposed glossary entry',
    description:
      'Adds the entry to the glossary of its database. The phrase may be edited. The glossary is validated as for `PUT`; from then on the word is known.',
    takes: z.object({ params: proposalPath, body: AcceptBody }),
    gives: data(GlossaryItem),
    problems: [...DESCRIBING_PROBLEMS, 'glossary_proposal_not_found', 'state_invalid'],
    audits: 'glossary.replaced',
    async change({ caller }, { params, body }, record) {
      const { id, databaseId, entry } = await findOpenProposal(app, caller, 'glossary', params.proposal_id)
      const stored = await app.managed.stored(caller, databaseId)
      const accepted = body.phrase === undefined ? entry : withPhrase(entry, body.phrase)
      const glossary = glossaryWith(stored.glossary, accepted)
      if (JSON.stringify(glossary).length > GLOSSARY_CHARACTERS_MAX) throw glossaryFull()
      const changes = changesOf({ ...countsOf(glossary), phrase: phraseOf(accepted), proposal_id: id })
      return await app.managed.replaceGlossary(stored, glossary, ({ id: subject }, write) =>
        record({ subject, changes }, async () => {
          const written = await write()
          await app.store.proposals.remove(caller, 'glossary', id)
          return written
        }),
      )
    },
  })

/** `DELETE /glossary-proposals/{proposal_id}` */
export const dismissGlossaryProposal = (app: Pick<RouteParts, 'store'>) =>
  dismissalEndpoint(app, {
    kind: 'glossary',
    summary: 'Dismiss a proposed glossary entry',
    description: 'Its texts are erased. The same entry is not proposed again while the dismissal is remembered.',
    audits: 'glossary_proposal.dismissed',
  })

const glossaryFull = (): Problem =>
  new Problem('input_invalid', {
    details: [
      {
        field: 'phrase',
        code: 'VALIDATION_ERROR',
        message: `would make the glossary longer than ${GLOSSARY_CHARACTERS_MAX} characters`,
      },
    ],
  })

const itemOf = ({ entry, ...proposal }: WordProposal): z.input<typeof GlossaryProposalItem> => {
  const { kind, about, says, evidence } = learnedProposal(entry)
  return {
    id: proposal.id,
    database_id: proposal.databaseId,
    kind,
    phrase: phraseOf(entry),
    about,
    says,
    evidence,
    votes: proposal.votes,
    created_at: proposal.createdAt,
  }
}
