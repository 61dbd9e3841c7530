import { z } from 'zod'
import { MANAGING } from '../../../../access/rules/permit.ts'
import type { Proposal } from '../../../../ask/rules/proposal.ts'
import { audited } from '../../../../http/audited.ts'
import { data, pages } from '../../../../http/reply.ts'
import { endpoint } from '../../../../http/route.ts'
import type { RouteParts } from '../../../../http/route-parts.ts'
import { Problem } from '../../../../platform/problems/problem.ts'
import { numberedPage } from '../../../../platform/values/page.ts'
import { changesOf } from '../../../audit/rules/audit.ts'
import { PATTERNS_MAX } from '../../rules/pattern.ts'
import { type IsShared, patternItem, unsharedItems } from '../pattern-item.ts'
import { PatternItem, PatternListQuery } from '../pattern-schema.ts'
import { defaultVerifier, duplicateQuestion, QUERY_PROBLEMS, verifyPattern } from '../verify-pattern.ts'
import { dismissalEndpoint, findOpenProposal } from './open-proposal.ts'
import { AcceptBody, ProposalItem, proposalPath } from './proposal-schema.ts'

/** `GET /pattern-proposals` */
export const listProposals = (app: Pick<RouteParts, 'databases' | 'store'>) =>
  endpoint({
    method: 'get',
    path: '/pattern-proposals',
    summary: 'List queries proposed for verification, newest first',
    description:
      'Filter by database with `database_id`. Questions whose answers were rated `up` are proposed: at most 300 for each database. Planners do not use proposals until they are accepted.',
    takes: z.object({ query: PatternListQuery }),
    gives: pages(ProposalItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { items, ...page } = await app.store.proposals.list(
        caller,
        'pattern',
        numberedPage(query),
        query.database_id,
      )
      const shared = new Map<string, IsShared>()
      for (const id of new Set(items.map(({ databaseId }) => databaseId)))
        shared.set(id, await app.databases.sharedTexts(caller, id))
      return { ...page, items: items.map((one) => proposalItem(one, shared.get(one.databaseId) ?? NONE)) }
    },
  })

/** `GET /pattern-proposals/{proposal_id}` */
export const getProposal = (app: Pick<RouteParts, 'databases' | 'store'>) =>
  endpoint({
    method: 'get',
    path: '/pattern-proposals/:proposal_id',
    summary: 'Get a query proposed for verification',
    takes: z.object({ params: proposalPath }),
    gives: data(ProposalItem),
    problems: ['proposal_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      const found = await findOpenProposal(app, caller, 'pattern', params.proposal_id)
      return proposalItem(found, await app.databases.sharedTexts(caller, found.databaseId))
    },
  })

/** `POST /pattern-proposals/{proposal_id}/accept` */
export const acceptProposal = (app: Pick<RouteParts, 'databases' | 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/pattern-proposals/:proposal_id/accept',
    summary: 'Accept a proposed query',
    description:
      'The query becomes a pattern and is checked by the guard like any other; question and query may be edited. From then on it answers its question, and models get it for every tenant as an example without its constants.',
    takes: z.object({ params: proposalPath, body: AcceptBody }),
    gives: data(PatternItem, { status: 201, description: 'Saved.' }),
    problems: [...QUERY_PROBLEMS, 'patterns_full', 'proposal_not_found'],
    audits: 'pattern.created',
    async change({ caller }, { params, body }, record) {
      const proposal = await findOpenProposal(app, caller, 'pattern', params.proposal_id)
      const { databaseId, patternId } = proposal
      const {
        question = proposal.question,
        query = proposal.query,
        verified_by: verifiedBy = defaultVerifier(caller),
      } = body
      await verifyPattern(app, caller, databaseId, query)
      if ((await app.store.patterns.count(caller, databaseId)) >= PATTERNS_MAX) throw new Problem('patterns_full')
      const changes = changesOf({ database_id: databaseId, question, query, proposal_id: proposal.id })
      const isShared = await app.databases.sharedTexts(caller, databaseId)
      return await record({ subject: patternId, changes }, async () => {
        const made = await app.store.patterns.add(caller, databaseId, { question, query, verifiedBy }, patternId)
        if (made === undefined) throw duplicateQuestion()
        await app.store.proposals.remove(caller, 'pattern', proposal.id)
        return patternItem(made, isShared)
      })
    },
  })

/** `DELETE /pattern-proposals/{proposal_id}` */
export const dismissProposal = (app: Pick<RouteParts, 'store'>) =>
  dismissalEndpoint(app, {
    kind: 'pattern',
    summary: 'Dismiss a proposed query',
    description: 'Its texts are erased. The same question is not proposed again while the dismissal is remembered.',
    audits: 'pattern_proposal.dismissed',
  })

const NONE: IsShared = () => false

const proposalItem = (proposal: Proposal, isShared: IsShared): z.input<typeof ProposalItem> => ({
  id: proposal.id,
  database_id: proposal.databaseId,
  question: proposal.question,
  query: proposal.query,
  votes: proposal.votes,
  unshared_values: unsharedItems(proposal.query, isShared),
  created_at: proposal.createdAt,
})
