/** Turns an uploaded picture into the portrait that is stored: square, of one size, WebP, without anything the camera wrote into it. */
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { invalid } from '#server/core/http/refusal.ts'
import { createTurns } from '#server/providers/files/in-turn.ts'
import { AVATAR_MAX_PIXELS, AVATAR_SIZE_PX } from '#shared/contract/limits.ts'

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
const TIMEOUT_S = 15

export const NOT_A_PICTURE = 'Choose a JPEG, PNG or WebP picture.'
const UNREADABLE = 'This picture is damaged and cannot be read. Choose another one.'
const TOO_MANY_PIXELS = 'This picture has too many pixels. Choose one of at most 50 megapixels.'

/**
 * Throws 422 on `avatar`, and 429 while too many wait. The type is found in the bytes; name and stated type are
 * ignored.
 */
export function createPortraitMaker(): (bytes: Buffer) => Promise<Buffer> {
  const inTurn = createTurns()
  return (bytes) => inTurn(() => convert(bytes))
}

async function convert(bytes: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !TYPES.includes(type.mime)) throw refused(NOT_A_PICTURE)
  const picture = sharp(bytes, { limitInputPixels: AVATAR_MAX_PIXELS, failOn: 'error', sequentialRead: true })
  try {
    const { format, width = 0, height = 0 } = await picture.metadata()
    if (`image/${format}` !== type.mime) throw refused(NOT_A_PICTURE)
    if (width * height > AVATAR_MAX_PIXELS) throw refused(TOO_MANY_PIXELS)
    // Turned as the camera was held before the note about it is dropped; metadata is not written unless asked for.
    return await picture
      .autoOrient()
      .resize(AVATAR_SIZE_PX, AVATAR_SIZE_PX, { fit: 'cover' })
      .webp({ quality: QUALITY })
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer()
  } catch (error) {
    if (error instanceof Error && error.message.includes('pixel limit')) throw refused(TOO_MANY_PIXELS)
    throw error instanceof Error && error.name === 'Refusal' ? error : refused(UNREADABLE)
  }
}

const QUALITY = 82
const refused = (text: string) => invalid({ avatar: [text] })
