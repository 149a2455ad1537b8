/** Stores the documents of deals and the proofs of funds, which the demo writes when somebody opens them. */
import type { Database } from '#server/core/database/open.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { readPaper } from '../seeded-deals/papers.ts'
import { readSeededProof } from '../seeded-proofs/proofs.ts'

type Files = Pick<FileStore, 'put'>

/** Read in portions: PostgreSQL ends a transaction that is idle for a minute. */
const PORTION = 200

/** Within the transaction that seeds, when the rows of documents are there. */
export async function storePapers(
  trx: Database,
  files: Files,
  onProgress: (line: string) => void,
): Promise<void> {
  const proofs = await trx.selectFrom('proofs_of_funds').select('storage_key').execute()
  await storeAll(files, proofs)
  let [count, last] = [proofs.length, 0]
  for (;;) {
    const documents = await trx
      .selectFrom('property_documents')
      .select(['id', 'storage_key'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PORTION)
      .execute()
    await storeAll(files, documents)
    count += documents.length
    last = documents.at(-1)?.id ?? last
    if (documents.length < PORTION) break
    onProgress(`stored ${count} documents`)
  }
  onProgress(`stored ${count} documents`)
}

async function storeAll(files: Files, rows: readonly { storage_key: string }[]): Promise<void> {
  await Promise.all(
    rows.map(async ({ storage_key: key }) => {
      const bytes = readPaper(key) ?? readSeededProof(key)
      if (!bytes) throw new Error(`The demo world has no document '${key}'.`)
      await files.put(key, bytes, 'application/pdf')
    }),
  )
}
