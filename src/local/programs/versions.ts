/** Equals the version in `tools/temporal/go.mod`. */
export const TEMPORAL_VERSION = '1.8.2'

/** Equals the version in `tools/document-store/pom.xml`. */
export const DOCUMENT_STORE_VERSION = '1.0.5'

/** The version that is downloaded if MongoDB offers one for this system. */
export const MONGOD_VERSION = '8.2.6'
