/** Turns the first load's megabytes into a table beside the page, in a worker; where there are none, on the page itself. */
import { unpackTable } from '#shared/rules/deals/pack-table.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import type { Read, ToRead } from './deals-worker.ts'
import { readDeals } from './read-deals.ts'

/** Null when the bytes are no list of deals. */
export type ReadTable = (bytes: Uint8Array<ArrayBuffer>) => Promise<DealTable | null>

/** One worker for one reading: it goes with its memory. `start` throws or the worker fails: the page reads by itself. */
export function createTableReader(start: () => Worker = startWorker): ReadTable {
  return async (bytes) => {
    // The bytes are copied, not handed over: they are read here when the worker cannot be fetched.
    const read = await readBeside(start, bytes).catch(() => null)
    if (read === null) return readHere(bytes)
    return read.packed === null ? null : unpackTable(read.packed)
  }
}

function readHere(bytes: Uint8Array): DealTable | null {
  const wire = readDeals(bytes)
  return wire && parseDealList(wire)
}

function readBeside(start: () => Worker, bytes: ToRead): Promise<Read> {
  return new Promise((resolve, reject) => {
    const worker = start()
    worker.onmessage = ({ data }: MessageEvent<Read>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = () => {
      worker.terminate()
      reject(new Error('the worker could not be run'))
    }
    worker.postMessage(bytes)
  })
}

const startWorker = () => new Worker(new URL('./deals-worker.ts', import.meta.url), { type: 'module' })
