/** One upload for a message: looked into, scanned, drawn again if it is a photo, stored. The same `ref` makes no second file. */
import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import { ATTACHMENT_TYPES } from '#server/providers/files/content-type.ts'
import { newKey } from '#server/providers/files/file-key.ts'
import { cleanFileName } from '#server/providers/files/file-name.ts'
import { createTurns } from '#server/providers/files/in-turn.ts'
import { type ReceivedFile, receiveFile } from '#server/providers/files/receive-file.ts'
import { fitted } from '#server/providers/files/redraw.ts'
import { uploadRef } from '#server/providers/files/upload-ref.ts'
import type { Parts } from '#server/providers/providers.ts'
import {
  ATTACHMENT_MAX_BYTES,
  ATTACHMENT_PHOTO_MAX_PX,
  ATTACHMENT_THUMB_PX,
} from '#shared/contract/attachment-limits.ts'
import { type AttachmentRow, attachmentByRef, insertAttachment } from './attach.ts'
import type { Sender } from './join-attachments.ts'

export interface ReceiveDeps {
  db: Database
  parts: Pick<Parts, 'files' | 'uploadGate'>
}

const FIELD = 'file'
const WEBP = 'image/webp'

/** Throws 422 on `file` with words for the person who chose it. */
export async function receiveAttachment(
  { db, parts }: ReceiveDeps,
  of: Sender,
  request: FastifyRequest,
): Promise<AttachmentRow> {
  const file = await receiveFile(request, {
    field: FIELD,
    maxBytes: ATTACHMENT_MAX_BYTES,
    types: ATTACHMENT_TYPES,
  })
  const ref = uploadRef(file.fields)
  const earlier = await attachmentByRef(db, of, ref)
  if (earlier) return earlier
  const { isQuarantined } = await parts.uploadGate.admit(FIELD, file.bytes)
  const isPhoto = file.contentType.startsWith('image/')
  const made = isPhoto ? await photoOf(file) : fileOf(file)
  const keys = made.stored.map(() => newKey('attachments'))
  const [storageKey = '', thumbKey = null] = keys
  let row: AttachmentRow | null = null
  try {
    for (const [index, bytes] of made.stored.entries())
      await parts.files.put(keys[index] ?? '', bytes, made.contentType)
    row = await insertAttachment(db, of, {
      ref,
      kind: isPhoto ? 'photo' : 'file',
      fileName: made.fileName,
      contentType: made.contentType,
      sizeBytes: made.stored[0]?.length ?? 0,
      width: made.width,
      height: made.height,
      storageKey,
      thumbKey,
      // What was drawn again has nothing left of what could not be scanned.
      isQuarantined: isQuarantined && !isPhoto,
    })
  } finally {
    if (row === null) for (const key of keys) await parts.files.delete(key)
  }
  const kept = row ?? (await attachmentByRef(db, of, ref))
  if (!kept) throw new Error('An upload was stored by another call and is not there.')
  return kept
}

const inTurn = createTurns()

async function photoOf({ bytes, fileName }: ReceivedFile) {
  const [large, small] = await inTurn(async () => [
    await fitted(FIELD, bytes, ATTACHMENT_PHOTO_MAX_PX),
    await fitted(FIELD, bytes, ATTACHMENT_THUMB_PX),
  ])
  if (!large || !small) throw new Error('A photo was not drawn.')
  const { width, height } = large.info
  return {
    contentType: WEBP,
    fileName: cleanFileName(fileName, WEBP),
    width,
    height,
    stored: [large.data, small.data],
  }
}

const fileOf = ({ bytes, fileName, contentType }: ReceivedFile) => ({
  contentType,
  fileName,
  width: null,
  height: null,
  stored: [bytes],
})
