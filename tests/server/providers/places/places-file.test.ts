import { describe, expect, it, vi } from 'vitest'
import { compilePlaces } from '#server/providers/places/compile/compile-places.ts'
import { packColumns, readColumns, unpackColumns } from '#server/providers/places/gazetteer/places-file.ts'

describe('the file of places', () => {
  it('is what the packages say; `npx tsx server/providers/places/compile/write-places.ts` writes it anew', async () => {
    const made = await compilePlaces()
    const stored = await readColumns()
    expect(Object.keys(stored).sort()).toEqual(Object.keys(made).sort())
    for (const [name, column] of Object.entries(made))
      expect(Buffer.compare(bytesOf(stored[name as keyof typeof made]), bytesOf(column)), name).toBe(0)
  })

  it('takes less than 15 MB in memory', async () => {
    const bytes = Object.values(await readColumns()).reduce((sum, column) => sum + column.byteLength, 0)
    expect(bytes).toBeLessThan(15e6)
  })

  it('comes back whole from its packed form, wherever it begins in memory', async () => {
    const columns = await readColumns()
    const file = packColumns(columns)
    const moved = Buffer.concat([Buffer.alloc(3), file]).subarray(3)
    const found = unpackColumns(moved)
    for (const [name, column] of Object.entries(columns))
      expect(Buffer.compare(bytesOf(found[name as keyof typeof columns]), bytesOf(column)), name).toBe(0)
  })

  it('is read again after a reading that failed', async () => {
    vi.resetModules()
    const { loadGazetteer } = await import('#server/providers/places/gazetteer/gazetteer.ts')
    const gone = () => Promise.reject(new Error('no such file'))
    await expect(loadGazetteer(gone)).rejects.toThrow('no such file')
    expect((await loadGazetteer()).suggest('houston')[0]?.label).toBe('Houston, TX')
  })
})

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength)
