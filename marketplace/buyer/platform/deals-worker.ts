/** Reads a list of deals beside the page, and hands the columns over without copying them. */
import type { PackedTable } from '#shared/rules/deals/pack-table.ts'
import { packedBuffers, packTable } from '#shared/rules/deals/pack-table.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { readDeals } from './read-deals.ts'

export type ToRead = Uint8Array<ArrayBuffer>

/** `packed` is null when the bytes are no list. */
export interface Read {
  readonly packed: PackedTable | null
}

addEventListener('message', ({ data }: MessageEvent<ToRead>) => {
  const wire = readDeals(data)
  const packed = wire && packTable(parseDealList(wire))
  const moved = packed === null ? [] : packedBuffers(packed)
  postMessage({ packed } satisfies Read, { transfer: moved.filter((one) => one instanceof ArrayBuffer) })
})
