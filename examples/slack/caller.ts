import { createClient, type TabletalkClient } from '@tabletalk/client'

/** The value of a required setting. */
export const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}; README.md says where to find it.`)
  return value
}

/**
 * Decides whose rows a Slack user sees: change this function. Here all users ask as one tenant, and each of them is a scope.
 * Answers are visible to all members of the channel.
 */
const callerOf = (slackUser: string) => ({ tenantId: process.env.TABLETALK_TENANT, scopeId: slackUser })

/** A client that asks as a Slack user. */
export const clientOf = (slackUser: string): TabletalkClient =>
  createClient({ baseUrl: setting('TABLETALK_URL'), apiKey: setting('TABLETALK_KEY'), ...callerOf(slackUser) })
