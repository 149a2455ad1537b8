/** A node that dies after a seller has removed files, and before they are deleted, leaves them to the next run of the job. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteQueuedFiles } from '#server/providers/files/delete-files.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { PDF } from '#tests/support/uploads.ts'
import { editorOf, phonePhoto, upload } from './scene.ts'

let server: TestServer
let seller: Seller
let editor: ReturnType<typeof editorOf>
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount()
  await server.database.db
    .updateTable('account_members')
    .set({ role: 'administrator' })
    .where('id', '=', seller.memberId)
    .execute()
  editor = editorOf(server, seller)
})
afterAll(() => server.close({ graceMs: 0 }))

const deals = (id: number, more = '') => `/account/api/deals/${id}${more}`
const addPhoto = async (id: number) =>
  (await editor.upload(id, { kind: 'image', bytes: await phonePhoto() })).body.data.images[0]
const addDocument = async (id: number) =>
  (await editor.upload(id, { kind: 'document', bytes: PDF })).body.data.documents[0]
const LOGO = '/account/api/company/logo'
const addLogo = async () => {
  const file = { kind: 'logo', bytes: await phonePhoto() } as const
  return (await upload(server, seller, LOGO, file)).status
}

/** Uploads, and answers with the call that takes the files away. */
const REMOVALS: readonly [string, () => Promise<() => Promise<{ status: number }>>, number][] = [
  [
    'of a photo',
    async () => {
      const { id } = await editor.create()
      const photo = await addPhoto(id)
      return () => editor.call('DELETE', deals(id, `/images/${photo.id}`))
    },
    2,
  ],
  [
    'of a document',
    async () => {
      const { id } = await editor.create()
      const document = await addDocument(id)
      return () => editor.call('DELETE', deals(id, `/documents/${document.id}`))
    },
    1,
  ],
  [
    'of a draft',
    async () => {
      const { id } = await editor.create()
      await addPhoto(id)
      await addDocument(id)
      return () => editor.call('DELETE', deals(id))
    },
    3,
  ],
  [
    'of a logo',
    async () => {
      await addLogo()
      return () => editor.call('DELETE', LOGO)
    },
    1,
  ],
  [
    'of a logo that another one replaces',
    async () => {
      await addLogo()
      return async () => ({ status: await addLogo() })
    },
    1,
  ],
]

it.each(REMOVALS)('the files %s', async (_what, arrange, count) => {
  const { files } = server.parts
  const { put, delete: remove } = files
  const stored: string[] = []
  files.put = async (key, ...file) => {
    stored.push(key)
    await put(key, ...file)
  }
  const run = await arrange()
  files.put = put
  files.delete = () => Promise.reject(new Error('The node died'))
  const { status } = await run()
  files.delete = remove
  expect(status).toBeLessThan(300)
  const left = () => Promise.all(stored.map(async (key) => (await files.get(key)) !== null))
  expect(await left()).toEqual(Array.from({ length: count }, () => true))
  await deleteQueuedFiles({ db: server.database.db, parts: server.parts }, Date.now() + 1000)
  expect(await left()).toEqual(Array.from({ length: count }, () => false))
  expect(await server.database.db.selectFrom('file_deletions').selectAll().execute()).toEqual([])
})
