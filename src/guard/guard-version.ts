/** Goes up whenever guards write or accept other statements: a receipt then tells which rules a statement passed. */
export const GUARD_VERSION = 4
