/**
 * Sends a packed text, or only that the caller has it already. What is sent may be kept by the caller's own cache but is asked
 * for again each time, so that nobody is shown what is not true any more.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ENCODINGS, type Encoding, isWorthPacking, type PackedBody } from './packed-body.ts'

interface Asking {
  request: FastifyRequest
  reply: FastifyReply
}

export async function sendPacked(
  { request, reply }: Asking,
  body: PackedBody,
  type = 'application/json; charset=utf-8',
): Promise<FastifyReply> {
  const plain = await body.bytes('identity')
  const encoding = isWorthPacking(plain) ? encodingFor(request.headers['accept-encoding']) : 'identity'
  const etag = body.etag(encoding)
  reply.headers({ ETag: etag, 'Cache-Control': 'no-cache' }).header('Vary', 'Accept-Encoding')
  if (knows(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(type)
  if (encoding === 'identity') return reply.send(plain)
  return reply.header('Content-Encoding', encoding).send(await body.bytes(encoding))
}

/** The first of ours that the caller does not refuse. */
export function encodingFor(accepted: string | undefined): Encoding {
  const offers = new Map((accepted ?? '').split(',').map(offerOf))
  const isWanted = (encoding: Encoding) => (offers.get(encoding) ?? offers.get('*') ?? 0) > 0
  return ENCODINGS.find(isWanted) ?? 'identity'
}

function offerOf(text: string): [string, number] {
  const [name = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = rest.find((part) => part.startsWith('q='))?.slice(2)
  return [name, weight === undefined ? 1 : Number(weight)]
}

/** A cache on the way may have made a strong tag weak; for a GET both will do. */
function knows(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
