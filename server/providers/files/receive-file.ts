/** One uploaded file of a multipart form, read whole and looked into before anything is stored: an upload that is cut off leaves nothing behind. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#server/core/http/network.ts'
import { invalid, tooMany } from '#server/core/http/refusal.ts'
import { problemIn } from './check-contents.ts'
import { type ContentType, contentTypeOf, typesInWords } from './content-type.ts'
import { cleanFileName } from './file-name.ts'

export interface Wanted {
  /** The form's field; a 422 names it. */
  field: string
  maxBytes: number
  types: readonly ContentType[]
  /** A picture of which a new one is drawn for storing, which decodes it. */
  isRedrawn?: boolean
}

export interface ReceivedFile {
  bytes: Buffer
  contentType: ContentType
  fileName: string
  /** The form's other fields, as texts. */
  fields: Record<string, string>
}

const FIELDS_MAX = 12
const FIELD_BYTES_MAX = 4096
/** Each upload is held in memory until it is stored. One address may not take all places by sending slowly. */
const AT_ONCE = 24
const AT_ONCE_PER_ADDRESS = 6
const RETRY_AFTER_S = 10

/** Registers routes that take files, in a scope of their own: forms with files are read there and nowhere else. */
export function registerUploads(app: FastifyInstance, addRoutes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX } })
    limitAtOnce(scope)
    addRoutes(scope)
  })
}

/** Throws 422 on `field` with words for the person who chose the file. Call it after the permission was asked for. */
export async function receiveFile(request: FastifyRequest, wanted: Wanted): Promise<ReceivedFile> {
  const { field, types, isRedrawn = false } = wanted
  if (!request.isMultipart()) throw refused(field, `Choose ${typesInWords(types)}.`)
  const { bytes, name, fields } = await readForm(request, wanted)
  if (bytes === null) throw refused(field, `Choose ${typesInWords(types)}.`)
  if (bytes.length === 0) throw refused(field, 'This file is empty. Choose another one.')
  const contentType = await contentTypeOf(bytes)
  if (contentType === 'damaged') throw refused(field, DAMAGED)
  if (contentType === null || !types.includes(contentType))
    throw refused(field, contentType === 'image/heic' ? HEIC : notWhatItSays(name, types))
  const problem = isRedrawn ? null : await problemIn(bytes, contentType)
  if (problem !== null) throw refused(field, problem)
  return { bytes, contentType, fileName: cleanFileName(name, contentType), fields }
}

async function readForm(request: FastifyRequest, { field, maxBytes }: Wanted) {
  const form: { bytes: Buffer | null; name: string; fields: Record<string, string> } = {
    bytes: null,
    name: '',
    fields: {},
  }
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
      else if (part.fieldname === field) {
        form.name = part.filename ?? ''
        form.bytes = await part.toBuffer()
      } else part.file.resume()
    }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw refused(field, tooLarge(maxBytes))
    if (code === 'FST_FILES_LIMIT') throw refused(field, 'Send one file at a time.')
    throw refused(field, 'The upload did not arrive whole. Try again.')
  }
  return form
}

function limitAtOnce(scope: FastifyInstance): void {
  const running = new Map<string, string>()
  scope.addHook('onRequest', async (request) => {
    const network = networkOf(request.ip)
    const own = [...running.values()].filter((one) => one === network).length
    if (running.size >= AT_ONCE || own >= AT_ONCE_PER_ADDRESS) throw tooMany(RETRY_AFTER_S)
    running.set(request.id, network)
  })
  scope.addHook('onResponse', async (request) => void running.delete(request.id))
  // A connection that was cut never answers.
  scope.addHook('onRequestAbort', async (request) => void running.delete(request.id))
}

const MEGABYTE = 1024 * 1024
const tooLarge = (maxBytes: number) =>
  `This file is larger than ${Math.floor(maxBytes / MEGABYTE)} MB. Choose a smaller one, or a copy with fewer pages.`
const HEIC =
  'This photo is a HEIC, which most computers cannot show. Save it as a JPG and attach that. On an iPhone, Most Compatible under Settings, Camera, Formats takes JPGs from now on.'
const DAMAGED = 'This PDF is damaged or was cut off. Save it again and choose the new copy.'

function notWhatItSays(name: string, types: readonly ContentType[]): string {
  const ending = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toUpperCase()
  const isCalledSo = ending !== undefined && typesInWords(types).includes(ending)
  return isCalledSo
    ? `This file is called ${ending} but is something else. Choose ${typesInWords(types)}.`
    : `This kind of file cannot be read here. Choose ${typesInWords(types)}.`
}

const refused = (field: string, words: string) => invalid({ [field]: [words] })
