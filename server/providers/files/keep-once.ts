/** Stores an uploaded file and its row, or neither; the same upload sent again answers with what the first one made. */
import { newKey } from './file-key.ts'
import type { FileStore } from './file-store.ts'
import type { UploadGate } from './virus-scan.ts'

export interface Stored {
  storageKey: string
  /** It could not be scanned and must be: its row says so. */
  isQuarantined: boolean
}

export interface Keep<Row> {
  /** The first word of the key. */
  room: string
  /** For a 422 when it is infected. */
  field: string
  bytes: Uint8Array
  contentType: string
  /** What the same upload made before. */
  find(): Promise<Row | null>
  /** Null when the same upload was quicker elsewhere. */
  insert(stored: Stored): Promise<Row | null>
}

export async function keepOnce<Row>(
  { files, uploadGate }: { files: FileStore; uploadGate: UploadGate },
  keep: Keep<Row>,
): Promise<Row> {
  const earlier = await keep.find()
  if (earlier) return earlier
  const { isQuarantined } = await uploadGate.admit(keep.field, keep.bytes)
  const key = newKey(keep.room)
  await files.put(key, keep.bytes, keep.contentType)
  let row: Row | null = null
  try {
    row = await keep.insert({ storageKey: key, isQuarantined })
  } finally {
    if (row === null) await files.delete(key)
  }
  const kept = row ?? (await keep.find())
  if (kept === null) throw new Error('An upload was stored by another call and is not there.')
  return kept
}
