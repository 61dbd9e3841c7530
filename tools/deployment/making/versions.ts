/** Of `tools/deployment/compose/go.mod`. */
export const COMPOSE_VERSION = '2.40.3'

/** Of `tools/deployment/temporal/go.mod`. */
export const TEMPORAL_SERVER_VERSION = '1.31.2'
export const TEMPORAL_UI_VERSION = '2.50.1'

/** Of `tools/deployment/collector/go.mod`. */
export const COLLECTOR_VERSION = '0.165.0'
