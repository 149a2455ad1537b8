/**
 * Whether a file is what its first bytes say: a PDF with a page that renders, a picture that decodes. A HEIC is read up to its
 * codec, as no free library decodes it; it counts for nothing until a person has looked at it (see server/offers/proof-of-funds/proofs.ts).
 */
import sharp from 'sharp'
import { AVATAR_MAX_PIXELS } from '#shared/contract/limits.ts'
import type { ContentType } from './content-type.ts'
import { createTurns } from './in-turn.ts'
import { PDF_PAGES_MAX, type RenderedPage, renderFirstPage } from './render-page.ts'

const TIMEOUT_S = 10
const SIDE_PX = 64

/** Of the whole process: the memory is. */
const inTurn = createTurns()

/** What is wrong with it, in words for the person who chose it; null for a good file. Rejects with 429 while too many wait. */
export const problemIn = (bytes: Buffer, type: ContentType): Promise<string | null> =>
  inTurn(() => (type === 'application/pdf' ? problemInPdf(bytes) : problemInPicture(bytes, type)))

async function problemInPdf(bytes: Buffer): Promise<string | null> {
  const found = await renderFirstPage(bytes)
  return found === 'rendered' ? null : PDF_PROBLEMS[found]
}

const PDF_PROBLEMS: Readonly<Record<Exclude<RenderedPage, 'rendered'>, string>> = {
  'too many pages': `This PDF has more than ${PDF_PAGES_MAX} pages. Choose a copy with fewer pages.`,
  protected: 'This PDF asks for a password. Save a copy without one and choose that.',
  damaged: 'This PDF is damaged or was cut off. Save it again and choose the new copy.',
  'too heavy': 'This PDF takes too much to draw. Print it to a new PDF and choose that.',
}

async function problemInPicture(bytes: Buffer, type: ContentType): Promise<string | null> {
  const options = { limitInputPixels: AVATAR_MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
  try {
    const picture = sharp(bytes, options)
    if (type === 'image/heic') await picture.metadata()
    else
      await picture
        .resize(SIDE_PX, SIDE_PX, { fit: 'inside' })
        .raw()
        .timeout({ seconds: TIMEOUT_S })
        .toBuffer()
    return null
  } catch (error) {
    return error instanceof Error && error.message.includes('pixel limit')
      ? 'This picture has too many pixels. Choose one of at most 50 megapixels.'
      : 'This picture is damaged and cannot be read. Choose another one.'
  }
}
