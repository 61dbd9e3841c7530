/** Incremented whenever guards write or accept other statements; a receipt records the version that a statement passed. */
export const GUARD_VERSION = 4
