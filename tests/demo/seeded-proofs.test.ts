/** The seeded proofs of funds: each has a real file behind it, which the list describes rightly. */
import { expect, test } from 'vitest'
import { madeFile } from '#demo/seed/open-world.ts'
import { proofIdOf, proofRows } from '#demo/seed/seeded-proofs/proofs.ts'
import { contentTypeOf } from '#server/providers/files/content-type.ts'

test('every seeded proof opens as the PDF its row says', async () => {
  for (const row of proofRows(Date.UTC(2026, 5, 20))) {
    const bytes = madeFile(row.storage_key)
    expect(bytes?.byteLength).toBe(row.size_bytes)
    expect(await contentTypeOf(bytes ?? new Uint8Array())).toBe(row.content_type)
  }
})

test('a buyer’s newest proof is still good when the world is made', () => {
  const rows = proofRows(Date.UTC(2026, 5, 20))
  const dana = rows.find(({ id }) => id === proofIdOf('buyer1'))
  expect(dana).toMatchObject({ file_name: 'POF-Frostline-Bank-June.pdf', valid_until: '2026-09-06' })
})

test('a key of somebody else’s file is not made up', () => {
  expect(madeFile('proofs/0a1b2c')).toBeNull()
})
