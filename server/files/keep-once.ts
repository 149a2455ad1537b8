/** Stores an uploaded file and its row, or neither; the same upload sent again answers with what the first one made. */
import { Refusal } from '#server/http/refusal.ts'
import { newKey } from './file-key.ts'
import type { FileStore } from './file-store.ts'
import type { VirusScanner } from './virus-scan.ts'

export interface Keep<Row> {
  /** The first word of the key. */
  room: string
  /** For a 422 of the scanner. */
  field: string
  bytes: Uint8Array
  contentType: string
  /** What the same upload made before. */
  find(): Promise<Row | null>
  /** Null when the same upload was quicker elsewhere. */
  insert(storageKey: string): Promise<Row | null>
}

export async function keepOnce<Row>(
  { files, virusScanner }: { files: FileStore; virusScanner: VirusScanner },
  keep: Keep<Row>,
): Promise<Row> {
  const earlier = await keep.find()
  if (earlier) return earlier
  if ((await virusScanner.scan(keep.bytes)) !== null) throw infected(keep.field)
  const key = newKey(keep.room)
  await files.put(key, keep.bytes, keep.contentType)
  let row: Row | null = null
  try {
    row = await keep.insert(key)
  } finally {
    if (row === null) await files.delete(key)
  }
  const kept = row ?? (await keep.find())
  if (kept === null) throw new Error('An upload was stored by another call and is not there.')
  return kept
}

const infected = (field: string) =>
  new Refusal(422, {
    message: 'The given data was invalid.',
    errors: {
      [field]: [
        'A virus was found in this file. It was not stored. Check your device and send another copy.',
      ],
    },
    code: 'infected',
  })
