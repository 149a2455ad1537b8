/** Scans stored files that wait for their first scan, and all recent ones again when the scanner has learned new viruses. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ServerLimits } from '#server/core/config/limits.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { TooLargeToScan } from '#server/providers/files/clamd.ts'
import { deleteFiles } from '#server/providers/files/delete-files.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { VirusScanner } from '#server/providers/files/virus-scanner.ts'
import { RESCAN_BATCH, RESCAN_DAYS } from '#shared/contract/limits.ts'
import {
  type Finding,
  filesToScan,
  markScanned,
  SCAN_FILES,
  type StoredFile,
  scanKey,
  withdraw,
} from './stored-files.ts'

const DAY_MS = 86_400_000

export interface RescanDeps extends WorkDeps {
  parts: { files: FileStore; virusScanner: VirusScanner }
  log: FastifyBaseLogger
}

/** Only with a real scanner: the stand-in learns nothing. */
export function startRescans(
  app: FastifyInstance,
  deps: RuleDeps & Pick<RescanDeps, 'parts'> & { limits: Pick<ServerLimits, 'rescanMs'> },
): void {
  if (!deps.parts.virusScanner.isReal) return
  startScheduledJob(app, deps, {
    name: 'virus-rescan',
    everyMs: deps.limits.rescanMs,
    kinds: [SCAN_FILES],
    run: (nowMs, closing) => rescan({ ...deps, log: app.log }, { nowMs, closing }),
  })
}

interface Run {
  nowMs: number
  closing: AbortSignal
}

/** In small batches, until nothing is due or the server closes. Rejects when the scanner is out of reach; the next run goes on. */
export async function rescan(deps: RescanDeps, { nowMs, closing }: Run): Promise<void> {
  const { virusScanner } = deps.parts
  const signatures = await virusScanner.signatures()
  const since = new Date(nowMs - RESCAN_DAYS * DAY_MS)
  for (;;) {
    const items = await filesToScan(deps.db, { signatures, since, nowMs, most: RESCAN_BATCH })
    if (items.length === 0 || closing.aborted) return
    let hasFailed = false
    await workThrough(deps, SCAN_FILES, {
      nowMs,
      items,
      keyOf: scanKey,
      isOver: () => hasFailed || closing.aborted,
      run: ([file]) =>
        scanStored(deps, file, { signatures, nowMs }).catch((error: unknown) => {
          hasFailed = true
          throw error
        }),
    })
    // Of the others nothing is known to be wrong, unless it was the scanner.
    if (hasFailed) await virusScanner.signatures()
  }
}

async function scanStored(
  deps: RescanDeps,
  file: StoredFile,
  { signatures, nowMs }: { signatures: string; nowMs: number },
): Promise<void> {
  const { db, log } = deps
  const finding = await findingIn(deps, file)
  if (finding === null) return markScanned(db, file, signatures)
  log.warn({ kind: file.kind, id: file.id, finding }, 'A stored file was removed.')
  await withdraw(db, file, { finding, nowMs })
  await deleteFiles(deps, [file.storage_key])
}

async function findingIn(
  { parts, log }: RescanDeps,
  { kind, id, storage_key, is_quarantined: isQuarantined }: StoredFile,
): Promise<Finding | null> {
  const bytes = await parts.files.get(storage_key)
  if (bytes === null) return null
  try {
    const virus = await parts.virusScanner.scan(bytes)
    return virus === null ? null : { virus }
  } catch (error) {
    if (!(error instanceof TooLargeToScan)) throw error
    log.error({ err: error, kind, id }, 'A stored file could not be scanned for viruses.')
    // It was handed out before the scanner was told to read less.
    return isQuarantined ? 'too large' : null
  }
}
