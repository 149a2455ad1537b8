/** A JSON text in the forms it is sent in. Packing happens off the main thread, once for each form, however many ask for it. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

export interface PackedBody {
  /** The tag of one form: strong, so each form has its own. */
  etag(encoding: Encoding): string
  bytes(encoding: Encoding): Promise<Buffer>
}

/** `name` tells this text from all others the address has ever answered with. */
export function packedBody(plain: Promise<Buffer>, name: string): PackedBody {
  const packed = new Map<Encoding, Promise<Buffer>>([['identity', plain]])
  return {
    etag: (encoding) => `"${name}-${encoding}"`,
    bytes(encoding) {
      const ready = packed.get(encoding) ?? plain.then((bytes) => pack(bytes, encoding))
      packed.set(encoding, ready)
      return ready
    },
  }
}

/** Named by its content. */
export const bodyOf = (text: string): PackedBody =>
  packedBody(
    Promise.resolve(Buffer.from(text)),
    createHash('sha256').update(text).digest('base64url').slice(0, NAME_LENGTH),
  )

const NAME_LENGTH = 22
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** From 0 to 11. */
const BROTLI_QUALITY = 5
/** Smaller than this a packed text is not worth a thread. */
const WORTH_BYTES = 1400

export const isWorthPacking = (body: { byteLength: number }): boolean => body.byteLength > WORTH_BYTES

function pack(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(plain)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
  }
  return brotli(plain, { params })
}
