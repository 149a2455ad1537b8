/** Whether the first page of a PDF renders: in a thread with a limit on memory and time, so that no file can do more harm than fail. */
import { Worker } from 'node:worker_threads'

export const PDF_PAGES_MAX = 500
/** A scan of 100 megapixels takes a third of it. */
const MEMORY_MAX_BYTES = 256 * 1024 * 1024
const HEAP_MAX_MB = 64
/** A letter takes 0.2 s, the largest scans 2 s. */
const TIMEOUT_MS = 10_000

export type RenderedPage = 'rendered' | 'too many pages' | 'protected' | 'damaged' | 'too heavy'

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
