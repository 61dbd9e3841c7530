/** Incremented whenever guards write or accept other statements; receipts record the version of the check. */
export const GUARD_VERSION = 4
