/**
 * Where a mail provider hands on what came to `reply+…@INBOUND_DOMAIN`: the raw mail as it is, as JSON, or as a form with it in a field. It
 * proves itself by a signature over the body (not of a form) or by a password. In a scope of its own, because the signature is over the bytes.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerLimits } from '#server/core/config/limits.ts'
import { invalid, notFound, unauthenticated } from '#server/core/http/refusal.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import { MAIL_ANSWER_MAX_BYTES, MAIL_REFUSALS_PER_HOUR } from '#shared/contract/limits.ts'
import { type HandedOn, type MailAnswerDeps, receiveAnswer } from './mail-answer.ts'

type RouteDeps = Omit<MailAnswerDeps, 'inbound' | 'sends' | 'refusals'> & { limits: ServerLimits }

const HOUR_MS = 60 * MINUTE_MS

export function registerMailAnswers(app: FastifyInstance, deps: RouteDeps): void {
  const { limits, parts } = deps
  const sends = {
    customer: app.createThrottle('buyer-mail-answers', limits.sendsPerMinute, MINUTE_MS),
    member: app.createThrottle('seller-mail-answers', limits.sellerSendsPerMinute, MINUTE_MS),
  }
  const refusals = app.createThrottle('mail-refusals', MAIL_REFUSALS_PER_HOUR, HOUR_MS)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const asBytes = { parseAs: 'buffer', bodyLimit: MAIL_ANSWER_MAX_BYTES } as const
    scope.addContentTypeParser('*', asBytes, (_request, body, done) => done(null, body))
    const fileSize = MAIL_ANSWER_MAX_BYTES
    await scope.register(multipart, { limits: { fields: 50, files: 50, fieldSize: fileSize, fileSize } })
    scope.post(
      '/webhooks/mail',
      { schema: { hide: true }, bodyLimit: MAIL_ANSWER_MAX_BYTES },
      async (request, reply) => {
        const inbound = parts.inboundMail
        if (!inbound) throw notFound()
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (!isProvider(request, body, { secret: inbound.secret, nowMs: deps.nowMs() }))
          throw unauthenticated()
        await receiveAnswer({ ...deps, inbound, sends, refusals }, await readHandedOn(request, body))
        return reply.code(204).send()
      },
    )
  })
}

/** A signature older or newer than this is not read, so that a captured one cannot be sent again later. */
const WINDOW_S = 300

/** `X-Plat-Signature: t={seconds},v1={hex}`, HMAC-SHA256 over `{seconds}.{body}`, or basic authentication with the secret as its password. */
function isProvider(
  { headers }: FastifyRequest,
  body: Buffer,
  { secret, nowMs }: { secret: string; nowMs: number },
): boolean {
  const basic = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic !== undefined) {
    const pair = Buffer.from(basic, 'base64').toString('utf8')
    return isSame(pair.slice(pair.indexOf(':') + 1), secret)
  }
  const signed = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['x-plat-signature'] ?? ''))
  if (!signed || Math.abs(nowMs / 1000 - Number(signed[1])) > WINDOW_S) return false
  const right = createHmac('sha256', secret).update(`${signed[1]}.`).update(body).digest('hex')
  return isSame(signed[2] ?? '', right)
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (given: string, right: string): boolean => timingSafeEqual(digestOf(given), digestOf(right))

/** Where providers put the raw mail: ours, Postmark, Mailgun, SendGrid. */
const RAW_FIELDS = ['raw', 'rawemail', 'body-mime', 'email']

/** Throws 422 when there is no mail in it. */
async function readHandedOn(request: FastifyRequest, body: Buffer): Promise<HandedOn> {
  const type = request.headers['content-type'] ?? ''
  if (/^(?:message\/rfc822|text\/plain)\b/i.test(type)) return { raw: body, fields: new Map() }
  const given = request.isMultipart() ? await partsOf(request) : entriesOf(type, body.toString('utf8'))
  const fields = new Map<string, string>()
  for (const [name, value] of given) if (typeof value === 'string') fields.set(name.toLowerCase(), value)
  const raw = RAW_FIELDS.map((name) => fields.get(name)).find((text) => text !== undefined)
  if (raw === undefined) throw invalid({ raw: ['Send the raw mail, as it came, in the field "raw".'] })
  return { raw, fields }
}

/** Files of a form are left alone: the raw mail has them. */
async function partsOf(request: FastifyRequest): Promise<[string, unknown][]> {
  const found: [string, unknown][] = []
  for await (const part of request.parts()) {
    if (part.type === 'field') found.push([part.fieldname, part.value])
    else part.file.resume()
  }
  return found
}

function entriesOf(type: string, text: string): Iterable<[string, unknown]> {
  if (!/^application\/json\b/i.test(type)) return new URLSearchParams(text)
  try {
    return Object.entries(Object(JSON.parse(text)))
  } catch {
    return []
  }
}
