/**
 * Whether a file is what its first bytes say: a PDF with a page that renders, a picture that decodes. A HEIC is read up to its
 * codec, as no free library decodes it; it counts for nothing until a person has looked at it (see server/offers/proof-of-funds/proofs.ts).
 */
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { AVATAR_MAX_PIXELS } from '#shared/contract/limits.ts'
import type { ContentType } from './content-type.ts'
import { createTurns } from './in-turn.ts'

/**
 * Whether the first page of a PDF renders: in a thread with a limit on memory and time, so that no file can do more harm
 * than fail.
 */
const PDF_PAGES_MAX = 500
/** A scan of 100 megapixels takes a third of it. */
const MEMORY_MAX_BYTES = 256 * 1024 * 1024
const HEAP_MAX_MB = 64
/** A letter takes 0.2 s, the largest scans 2 s. */
const TIMEOUT_MS = 10_000

type RenderedPage = 'rendered' | 'too many pages' | 'protected' | 'damaged' | 'too heavy'

/** Never rejects. The event loop stays free. */
export async function renderFirstPage(bytes: Uint8Array, timeoutMs = TIMEOUT_MS): Promise<RenderedPage> {
  const worker = new Worker(new URL('./render-page-thread.mjs', import.meta.url), {
    workerData: { bytes, maxBytes: MEMORY_MAX_BYTES, maxPages: PDF_PAGES_MAX },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
    // PDFium complains there of what it cannot read.
    stdout: true,
    stderr: true,
  })
  const found = await new Promise<RenderedPage>((resolve) => {
    const late = setTimeout(() => resolve('too heavy'), timeoutMs)
    worker.on('message', (pages: number) => resolve(pages > PDF_PAGES_MAX ? 'too many pages' : 'rendered'))
    worker.on('error', (error) => resolve(failure(error)))
    worker.on('exit', () => {
      clearTimeout(late)
      resolve('damaged')
    })
  })
  await worker.terminate()
  return found
}

/** An abort is PDFium's own end, for want of memory or by what it did not expect. */
function failure({ message }: Error): RenderedPage {
  if (/password|security scheme/i.test(message)) return 'protected'
  return /abort|memory/i.test(message) ? 'too heavy' : 'damaged'
}

const TIMEOUT_S = 10
const SIDE_PX = 64

/** Of the whole process: the memory is. */
const inTurn = createTurns()

/** What is wrong with it, in words for the person who chose it; null for a good file. Rejects with 429 while too many wait. */
export const problemIn = (bytes: Buffer, type: ContentType): Promise<string | null> =>
  inTurn(async () => {
    if (type === 'application/pdf') return problemInPdf(bytes)
    // Office files are recognized by their contents; nothing here opens them.
    return type.startsWith('image/') ? problemInPicture(bytes, type) : null
  })

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
