/**
 * Deletes files that nothing names any more. Their keys are written down in the transaction that forgets them, so a node that dies
 * before the files are gone leaves them to the scheduled job.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import type { FileStore } from './file-store.ts'

const SWEEP_MS = 60_000
const BATCH = 200
const PORTION = 200

const DELETE_FILES = workKind({ name: 'delete-files', label: 'File to delete' })

export interface FilesDeps {
  db: Database
  parts: { readonly files: Pick<FileStore, 'delete'> }
}

/** In the transaction that deletes the rows which name them. By primary key. */
export async function queueFileDeletions(trx: Database, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += PORTION)
    await trx
      .insertInto('file_deletions')
      .values(keys.slice(at, at + PORTION).map((storage_key) => ({ storage_key, queued_at: NOW })))
      .onConflict((clash) => clash.doNothing())
      .execute()
}

/** At once, after the commit. Never rejects: what fails is left to the job. */
export async function deleteFiles(deps: FilesDeps, keys: readonly string[]): Promise<void> {
  for (const key of keys) await deleteFile(deps, key).catch(() => {})
}

/** By primary key. */
async function deleteFile({ db, parts }: FilesDeps, key: string): Promise<void> {
  await parts.files.delete(key)
  await db.deleteFrom('file_deletions').where('storage_key', '=', key).execute()
}

/** The longest waiting first. By file_deletions_due. */
const queuedFiles = (db: Database, nowMs: number, most: number) =>
  db
    .selectFrom('file_deletions')
    .selectAll()
    .where('queued_at', '<=', new Date(nowMs))
    .where(mayBeTried(DELETE_FILES, sql`storage_key`, nowMs))
    .orderBy('queued_at')
    .limit(most)
    .execute()

export async function deleteQueuedFiles(deps: FilesDeps & WorkDeps, nowMs: number): Promise<void> {
  await workThrough(deps, DELETE_FILES, {
    nowMs,
    items: await queuedFiles(deps.db, nowMs, BATCH),
    keyOf: ({ storage_key }) => storage_key,
    run: ([{ storage_key }]) => deleteFile(deps, storage_key),
  })
}

export function startDeletingFiles(app: FastifyInstance, deps: FilesDeps & RuleDeps): void {
  startScheduledJob(app, deps, {
    name: 'delete-files',
    everyMs: SWEEP_MS,
    kinds: [DELETE_FILES],
    dueSince: async (nowMs) => (await queuedFiles(deps.db, nowMs, 1))[0]?.queued_at.getTime() ?? null,
    run: (nowMs) => deleteQueuedFiles(deps, nowMs),
  })
}
