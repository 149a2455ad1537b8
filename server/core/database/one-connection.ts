/** Several statements on one connection of a pool. */
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { OpenDatabase } from './open-database.ts'
import type { Schema } from './schema.ts'

/** A connection is never returned in the middle of a transaction: the next user would be inside it. */
export const onOneConnection = <T>(
  db: Kysely<Schema>,
  work: (connection: Kysely<Schema>) => Promise<T>,
): Promise<T> =>
  db.connection().execute(async (connection) => {
    try {
      return await work(connection)
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })

// Without values the driver sends the text as it is, with any number of statements.
export const scriptsOn =
  (db: Kysely<Schema>): OpenDatabase['runScript'] =>
  (statements) =>
    onOneConnection(db, (connection) => connection.executeQuery(CompiledQuery.raw(statements)))
