/**
 * Reads the bytes of a list of deals. A list that was cut short, or whose rows are not as long as its columns, is no list at
 * all: half of the deals would look like all of them. By hand, because a schema over a million cells takes too long.
 */
import type { DealListWire } from '#shared/contract/properties.ts'

/** Null when it is not what the contract says. */
export function readDeals(bytes: Uint8Array): DealListWire | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isDealList(value) ? value : null
  } catch {
    return null
  }
}

function isDealList(value: unknown): value is DealListWire {
  if (typeof value !== 'object' || value === null) return false
  const { columns, data, img_paths, all_count } = value as Record<string, unknown>
  if (!isTextList(columns) || !columns.includes('id') || !isTextList(img_paths)) return false
  if (typeof all_count !== 'number' || !Array.isArray(data)) return false
  return data.every((row) => Array.isArray(row) && row.length === columns.length)
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
