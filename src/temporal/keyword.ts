import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import type { SEARCH_ATTRIBUTES } from '../ask/rules/turn.ts'

/** The typed key of a search attribute of turns and jobs, of type Keyword. */
export const keywordAttribute = (name: (typeof SEARCH_ATTRIBUTES)[number]) =>
  defineSearchAttributeKey(name, SearchAttributeType.KEYWORD)
