/** Pictures drawn again from what was uploaded: upright, and without anything a camera or a computer wrote into them. */
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { invalid } from '#server/core/http/refusal.ts'
import { AVATAR_MAX_PIXELS } from '#shared/contract/limits.ts'

const TIMEOUT_S = 20
const QUALITY = 82

/** A WebP of at most so many pixels either way. Throws 422 on `field`. */
export const fitted = (field: string, bytes: Buffer, maxPx: number) =>
  redrawn(field, bytes, (picture) =>
    picture.resize(maxPx, maxPx, { fit: 'inside', withoutEnlargement: true }).webp({ quality: QUALITY }),
  )

/** Metadata is not written unless asked for. */
export async function redrawn(
  field: string,
  bytes: Buffer,
  draw: (picture: Sharp) => Sharp,
): Promise<{ data: Buffer; info: OutputInfo }> {
  const refused = (text: string) => invalid({ [field]: [text] })
  try {
    const picture = sharp(bytes, {
      limitInputPixels: AVATAR_MAX_PIXELS,
      failOn: 'error',
      sequentialRead: true,
    })
    return await draw(picture.autoOrient())
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    if (error instanceof Error && error.message.includes('pixel limit'))
      throw refused('This picture has too many pixels. Choose one of at most 50 megapixels.')
    throw refused('This picture is damaged and cannot be read. Choose another one.')
  }
}
