/** Sampled tenants that must hold a value or a field before everybody is told of it. */
export const TENANTS_MIN = 3
/** Tenants that one owner may have among the sampled ones. */
const TENANTS_OF_ONE_OWNER = 2

/** Sampled tenants that must hold what was not published before: the owner of two learns nothing by adding it to both. */
export const TENANTS_MIN_IF_NEW = TENANTS_MIN + TENANTS_OF_ONE_OWNER
