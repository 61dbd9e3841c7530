/** Minimum of sampled tenants with a value or field for it to be published. */
export const TENANTS_MIN = 3
/** Number of sampled tenants that one owner may have. */
const TENANTS_OF_ONE_OWNER = 2

/** Minimum for what was not published before: the owner of two tenants learns nothing by adding it to both. */
export const TENANTS_MIN_IF_NEW = TENANTS_MIN + TENANTS_OF_ONE_OWNER
