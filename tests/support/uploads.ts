/** Files for tests, and one function to hand them in as a form. */
import { writePdf } from '#demo/world/seeded-deals/write-pdf.ts'
import type { Answer, TestServer } from './server.ts'

export const PDF = Buffer.from(writePdf('Proof of funds', ['Balance: $250,000']))
/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
export const JPG = Buffer.from([
  0xff,
  0xd8,
  0xff,
  0xe0,
  0,
  16,
  ...Buffer.from('JFIF\0'),
  1,
  1,
  0,
  0,
  1,
  0,
  1,
  0,
  0,
  0xff,
  0xd9,
])
/** The box that says what follows; nothing follows. */
export const HEIC = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic'),
  Buffer.alloc(64),
])

export interface HandIn {
  path: string
  token?: string
  field: string
  bytes: Uint8Array
  name?: string
  fields?: Record<string, string>
}

export async function formOf({ field, bytes, name = 'statement.pdf', fields = {} }: HandIn) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append(field, new Blob([Uint8Array.from(bytes)]), name)
  const encoded = new Response(form)
  return {
    contentType: encoded.headers.get('content-type') ?? '',
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

export async function handIn(
  { app }: Pick<TestServer, 'app'>,
  upload: HandIn,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const { contentType, payload } = await formOf(upload)
  const answer = await app.inject({
    ...{ method: 'POST', url: upload.path, payload },
    headers: {
      ...{ accept: 'application/json', 'content-type': contentType },
      ...(upload.token ? { authorization: `Bearer ${upload.token}` } : {}),
    },
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}
