import type { AttackTemplates } from './attack-templates.ts'
import { MONGODB_ATTACKS } from './templates/mongodb-attacks.ts'
import { MYSQL_ATTACKS } from './templates/mysql-attacks.ts'
import { POSTGRES_ATTACKS } from './templates/postgres-attacks.ts'
import { SQLITE_ATTACKS } from './templates/sqlite-attacks.ts'

const ATTACKS: Readonly<Record<string, AttackTemplates>> = {
  mongodb: MONGODB_ATTACKS,
  mysql: MYSQL_ATTACKS,
  postgres: POSTGRES_ATTACKS,
  sqlite: SQLITE_ATTACKS,
}

/**
 * What one kind of engine is attacked with beside what all are.
 *
 * @param engine its name
 * @returns undefined where nobody wrote it
 */
export const attacksOn = (engine: string): AttackTemplates | undefined => ATTACKS[engine]
