/**
 * The queue's way into the database of everything else. Statements go through Kysely, so that on the embedded database they wait for
 * a transaction that is open there; its scripts of several statements hold one connection until they are whole or undone.
 */
import { CompiledQuery } from 'kysely'
import type { OpenDatabase } from '#server/core/database/open-database.ts'

export interface BossSql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

export const bossSql = ({ db, runScript }: Pick<OpenDatabase, 'db' | 'runScript'>): BossSql => ({
  executeSql: (text, values) =>
    values === undefined ? runScript(text) : db.executeQuery(CompiledQuery.raw(text, values)),
})
