/** A seller at the editor, for tests: calls as the seller app makes them, and files as a form brings them. */
import sharp from 'sharp'
import type { SellerDealWire } from '#shared/contract/seller-listing.ts'
import type { Answer, Seller, TestServer } from '#tests/support/server.ts'

/** All that a house needs to be listed; its ZIP is in the gazetteer. */
export const COMPLETE = {
  address: '412 Live Oak St',
  city: 'Waco',
  state: 'TX',
  zip: '76701',
  property_type_id: 1,
  price: 185_000,
  arv: 260_000,
  beds: 3,
  baths: 2,
  sqft: 1640,
} as const

export function editorOf(server: TestServer, seller: Pick<Seller, 'token'>) {
  const path = (id: number, more = '') => `/account/api/deals/${id}${more}`
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
    server.call(method, url, { token: seller.token, ...(body === undefined ? {} : { body }) })
  return {
    call,
    create: async (fields: object = {}): Promise<SellerDealWire> =>
      (await call('POST', '/account/api/deals', fields)).body.data,
    read: async (id: number): Promise<SellerDealWire> => (await call('GET', path(id))).body.data,
    save: (id: number, fields: object) => call('PUT', path(id), fields),
    publish: (id: number, body: object = {}) => call('POST', path(id, '/publish'), body),
    upload: (id: number, file: Upload) => upload(server, seller, path(id, `/${file.kind}s`), file),
  }
}

export interface Upload {
  kind: 'image' | 'document'
  bytes: Uint8Array
  name?: string
  fields?: Record<string, string>
}

/** Sends a file as a browser's form does. */
export async function upload(
  { app }: TestServer,
  { token }: Pick<Seller, 'token'>,
  url: string,
  { kind, bytes, name = 'file', fields = {} }: Omit<Upload, 'kind'> & { kind: Upload['kind'] | 'logo' },
): Promise<Pick<Answer, 'status' | 'body'>> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append(kind === 'image' ? 'photo' : kind, new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  const response = await app.inject({
    method: 'POST',
    url,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  })
  return { status: response.statusCode, body: response.json() }
}

/** A phone's photo: its place and camera stand in it, and it lies on its side. */
export const phonePhoto = (width = 80, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 140, b: 60 } } })
    .withExif({
      IFD0: { Copyright: '412 Live Oak St', Model: 'Pocket 9' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 33/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
