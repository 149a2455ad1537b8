/**
 * Renders the first page of a PDF in a thread that lives for this one file. Plain JavaScript, because a thread does not have the
 * loader that reads TypeScript, and starting that takes longer than the page. `memory.grow` is the only way in which PDFium gets
 * memory, so refusing it there holds every bomb: the document ends in an abort, which ends this thread and nothing else.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PDFiumLibrary } from '@hyzyla/pdfium'

const PAGE_BYTES = 65_536
const { grow } = WebAssembly.Memory.prototype
WebAssembly.Memory.prototype.grow = function growWithin(pages) {
  if (this.buffer.byteLength + pages * PAGE_BYTES > workerData.maxBytes)
    throw new RangeError('Out of memory.')
  return grow.call(this, pages)
}

/** A preview's size: what is drawn is thrown away. */
const SIDE_PX = 200

const library = await PDFiumLibrary.init()
const document = await library.loadDocument(workerData.bytes)
const pages = document.getPageCount()
if (pages === 0) throw new Error('There are no pages.')
if (pages <= workerData.maxPages) {
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = SIDE_PX / Math.max(originalWidth, originalHeight)
  await page.render({ scale, render: async ({ data }) => data })
}
parentPort.postMessage(pages)
