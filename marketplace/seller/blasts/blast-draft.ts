/** A blast or a digest that is being written: what it says, whom it is for and how many that are, how it looks, and sending it. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import { type FormErrors, NO_ERRORS, sayError } from '#marketplace/kit/attempt.ts'
import { ApiError, isRefusal } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { createKeyedCall } from '#shared/api/keyed-call.ts'
import { DIGEST_DEALS_MAX } from '#shared/contract/campaign-limits.ts'
import {
  type AudienceWire,
  sellerAudience,
  sellerBlast,
  sellerDigest,
  sellerPreviewBlast,
  sellerTestBlast,
} from '#shared/contract/campaigns.ts'
import { newClientId } from '#shared/lib/client-id.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { debounce } from '#shared/lib/debounce.ts'

export interface BlastFields {
  /** A digest is messages in the messenger, a card for each deal. */
  readonly kind: 'blast' | 'deals_digest'
  readonly channel: 'email' | 'sms'
  readonly subject: string
  readonly message: string
  /** Of a blast. */
  readonly propertyId: number | null
  /** Of a digest, in the order they were chosen. */
  readonly propertyIds: readonly number[]
  /** Only buyers one of whose boxes fits the deal, by at least this score. */
  readonly isForMatches: boolean
  readonly minScore: number
  readonly tags: readonly string[]
  /** As the address of the deals page has it. */
  readonly query: string
  /** Of a local time field; empty is now. */
  readonly sendAt: string
}

export type Reach = z.output<typeof sellerAudience.reply>['data']
export type Preview = z.output<typeof sellerPreviewBlast.reply>['data']

export interface BlastDraft {
  readonly fields: ReadonlySignal<BlastFields>
  /** Null while it is counted, and when it could not be. */
  readonly reach: ReadonlySignal<Reach | null>
  /** Nothing is being counted, because the last count failed. */
  readonly isUncounted: ReadonlySignal<boolean>
  readonly preview: ReadonlySignal<Preview | null>
  /** What is wrong, by the wire's names where it is about a field. */
  readonly errors: ReadonlySignal<FormErrors>
  /** What just worked, in words. */
  readonly notice: ReadonlySignal<string | null>
  set(change: Partial<BlastFields>): void
  test(): Promise<void>
  /** The id of what is sent, or null when it did not work. */
  send(): Promise<number | null>
  dispose(): void
}

const EMPTY: BlastFields = {
  kind: 'blast',
  propertyIds: [],
  channel: 'email',
  subject: '',
  message: '',
  propertyId: null,
  isForMatches: true,
  minScore: 0,
  tags: [],
  query: '',
  sendAt: '',
}

export function createBlastDraft(api: Api, clock: Clock, given: Partial<BlastFields> = {}): BlastDraft {
  const fields = signal<BlastFields>({ ...EMPTY, ...given })
  const reach = signal<Reach | null>(null)
  const isUncounted = signal(false)
  const preview = signal<Preview | null>(null)
  const errors = signal(NO_ERRORS)
  const notice = signal<string | null>(null)
  const keyed = createKeyedCall(newClientId)
  /** An answer about earlier fields than the last ones is not shown. */
  let asked = 0

  const look = debounce(
    async () => {
      asked += 1
      const mine = asked
      const now = fields.peek()
      try {
        const [counted, shown] = await Promise.all([
          api(sellerAudience, { body: whomOf(now) }),
          now.kind === 'blast' ? api(sellerPreviewBlast, { body: wordsOf(now) }) : null,
        ])
        if (mine !== asked) return
        reach.value = counted.data
        preview.value = shown?.data ?? null
      } catch (error) {
        if (mine !== asked) return
        reach.value = null
        isUncounted.value = true
        // A refusal explains what to change. Any other failure is shown in place of the number.
        const isRefused = !(error instanceof ApiError) || isRefusal(error.failure)
        errors.value = isRefused ? sayError(error) : NO_ERRORS
      }
    },
    { clock, pause: 'long' },
  )
  look()

  return {
    fields,
    reach,
    isUncounted,
    preview,
    errors,
    notice,
    set(change) {
      const before = fields.peek()
      fields.value = { ...before, ...change }
      notice.value = null
      errors.value = NO_ERRORS
      // What is sent goes to as many as the button says.
      if (isOther(whomOf(before), whomOf(fields.peek()))) reach.value = null
      isUncounted.value = false
      asked += 1
      look()
    },
    async test() {
      try {
        notice.value = (await api(sellerTestBlast, { body: wordsOf(fields.peek()) })).message
        errors.value = NO_ERRORS
      } catch (error) {
        errors.value = sayError(error)
      }
    },
    async send() {
      const now = fields.peek()
      const when = now.sendAt === '' ? {} : { send_at: new Date(now.sendAt).toISOString() }
      if (isPast(now, clock.now())) {
        errors.value = { fields: { send_at: PAST }, message: null }
        return null
      }
      try {
        const whom = { audience: audienceOf(now), ...when }
        const answer = await keyed([now, whom], (options) =>
          now.kind === 'blast'
            ? api(sellerBlast, { body: { ...wordsOf(now), ...whom } }, options)
            : api(sellerDigest, { body: { ...digestOf(now), ...whom } }, options),
        )
        return answer.data.id
      } catch (error) {
        errors.value = sayError(error)
        return null
      }
    },
    dispose: look.cancel,
  }
}

/** It says something, or shows a deal; a digest shows some. */
export const maySend = ({ kind, message, propertyId, propertyIds }: BlastFields): boolean =>
  kind === 'blast'
    ? message.trim() !== '' || propertyId !== null
    : propertyIds.length > 0 && propertyIds.length <= DIGEST_DEALS_MAX

const PAST = 'This time is past. Choose a later one, or none to send it now.'

/** The field knows whole minutes: this one is not past. */
const isPast = ({ sendAt }: BlastFields, nowMs: number): boolean =>
  sendAt !== '' && new Date(sendAt).getTime() < nowMs - 60_000

/** What decides how many it reaches. */
const whomOf = (fields: BlastFields) => ({
  ...(fields.kind === 'blast' ? aboutOf(fields) : {}),
  audience: audienceOf(fields),
})

const isOther = (a: object, b: object): boolean => JSON.stringify(a) !== JSON.stringify(b)

const aboutOf = ({ channel, propertyId }: Pick<BlastFields, 'channel' | 'propertyId'>) => ({
  channel,
  ...(propertyId === null ? {} : { property_id: propertyId }),
})

const digestOf = ({ message, propertyIds }: BlastFields) => ({
  property_ids: [...propertyIds],
  ...(message.trim() === '' ? {} : { message }),
})

const wordsOf = ({ subject, message, ...fields }: BlastFields) => ({
  ...aboutOf(fields),
  ...(subject.trim() === '' ? {} : { subject }),
  ...(message.trim() === '' ? {} : { message }),
})

export function audienceOf({ propertyId, isForMatches, minScore, tags, query }: BlastFields): AudienceWire {
  const isAbout = propertyId !== null && isForMatches
  const filters = filtersOf(query)
  return {
    ...(isAbout ? { deal_id: propertyId } : {}),
    ...((isAbout || filters !== '') && minScore > 0 ? { min_score: minScore } : {}),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
    ...(filters === '' ? {} : { query: filters }),
  }
}

/** Of a whole address, what stands behind the question mark. */
export const filtersOf = (text: string): string =>
  text
    .trim()
    .replace(/^[^?]*\?/, '')
    .replace(/#.*$/, '')
