import type { Connection } from 'mongoose'
import type { SlotUsage } from '../platform/metrics/rules/resource-usage.ts'

/** Counts connections by the events of the driver's pool, from now on. @returns a function that reads the counts */
export const connectionUsage = (connection: Connection): (() => SlotUsage) => {
  let inUse = 0
  let waiting = 0
  connection
    .getClient()
    .on('connectionCheckOutStarted', () => {
      waiting++
    })
    .on('connectionCheckOutFailed', () => {
      waiting--
    })
    .on('connectionCheckedOut', () => {
      waiting--
      inUse++
    })
    .on('connectionCheckedIn', () => {
      inUse--
    })
  return () => ({ inUse, waiting })
}
