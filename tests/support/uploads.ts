/** Files for tests, and one function to hand them in as a form. */
import { writePdf } from '#demo/seed/seeded-deals/write-pdf.ts'
import type { Answer, TestServer } from './server.ts'

export const PDF = Buffer.from(writePdf('Proof of funds', ['Balance: $250,000']))
/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** Eight pixels by eight. */
export const JPG = Buffer.from(
  [
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBD',
    'ARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgD',
    'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAA',
    'AgX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCgATX/2Q==',
  ].join(''),
  'base64',
)
/** As a phone writes it, 64 pixels by 48. */
export const HEIC = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
    'AA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAGQACAAEAAAAAAAAA',
    'AQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAA',
    'ALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQED',
    'cAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlz',
    'cGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGlt',
    'ZwACAAEAAQAAACFtZGF0AAAAFSgBrxmA70mlvtLyt/WBv8irWmPm4A==',
  ].join(''),
  'base64',
)

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
    method: 'POST',
    url: upload.path,
    payload,
    headers: {
      accept: 'application/json',
      'content-type': contentType,
      ...(upload.token ? { authorization: `Bearer ${upload.token}` } : {}),
    },
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}
