import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import type { SEARCH_ATTRIBUTES } from '../ask/rules/turn.ts'

/** The key of one of the search attributes by which turns and jobs are found: a word that is compared as a whole. */
export const keyword = (name: (typeof SEARCH_ATTRIBUTES)[number]) =>
  defineSearchAttributeKey(name, SearchAttributeType.KEYWORD)
