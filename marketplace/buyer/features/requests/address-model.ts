/** The address block's states (checklist FAV-21), from what is known of the request and what came of the last press. */
import { signal } from '@preact/signals-core'
import type { AddressesStore, AskOutcome } from '#marketplace/buyer/platform/addresses-store.ts'
import { type FormErrors, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { AddressRequestWire, QuotaWire } from '#shared/contract/inquiries.ts'
import { UNCONFIRMED } from '#shared/contract/requirements.ts'

export type AddressState =
  | { readonly kind: 'idle' | 'sending'; readonly quota: QuotaWire | null }
  | { readonly kind: 'submitted'; readonly at: string | null }
  | { readonly kind: 'shown'; readonly address: string }
  | { readonly kind: 'declined'; readonly reason: string | null; readonly at: string | null }
  | { readonly kind: 'already'; readonly at: string | null }
  | { readonly kind: 'limit'; readonly resetsAt: string | null }
  | { readonly kind: 'warning'; readonly quota: QuotaWire | null; readonly errors: FormErrors }

export interface AddressInput {
  /** The true address when the page was given it. */
  readonly address: string | null
  readonly request: AddressRequestWire | null
  readonly quota: QuotaWire | null
  readonly isSending: boolean
  readonly outcome: AskOutcome | null
}

/** What the server knows goes before what a press was answered: an answer may be older than a grant that came live. */
export function addressState({ address, request, quota, isSending, outcome }: AddressInput): AddressState {
  const known = request?.address ?? address ?? (outcome?.kind === 'address' ? outcome.address : null)
  if (known !== null) return { kind: 'shown', address: known }
  if (isSending) return { kind: 'sending', quota }
  if (request?.state === 'declined')
    return { kind: 'declined', reason: request.reason ?? null, at: request.decided_at ?? null }
  if (outcome?.kind === 'already') return { kind: 'already', at: request?.requested_at ?? null }
  if (request) return { kind: 'submitted', at: request.requested_at }
  switch (outcome?.kind) {
    case 'submitted':
      return { kind: 'submitted', at: null }
    case 'limit':
      return { kind: 'limit', resetsAt: outcome.resetsAt ?? quota?.resets_at ?? null }
    case 'warning':
      return { kind: 'warning', quota, errors: errorsOf(outcome.failure) }
  }
  if (quota?.left === 0) return { kind: 'limit', resetsAt: quota.resets_at }
  return { kind: 'idle', quota }
}

const FAILED: FormErrors = { fields: {}, message: 'We couldn’t send your request. Try again.' }

/** The server's own words, if it gave a reason: a field is wrong, or what was confirmed when the page loaded no longer is. */
function errorsOf(failure: Failure | null): FormErrors {
  if (failure?.kind !== 'refused') return FAILED
  const { problem } = failure
  if (problem.code === UNCONFIRMED) return { fields: {}, message: problem.message }
  return Object.keys(problem.errors ?? {}).length > 0 ? sayFailure(failure) : FAILED
}

/** One asking at a time. */
export function createAsking(addresses: Pick<AddressesStore, 'askForAddress'>, propertyId: number) {
  const isSending = signal(false)
  const outcome = signal<AskOutcome | null>(null)
  return {
    isSending,
    outcome,
    /** True once the seller has the words. */
    async ask(message: string): Promise<boolean> {
      if (isSending.peek()) return false
      isSending.value = true
      const answer = await addresses.askForAddress(propertyId, message.trim() || undefined).finally(() => {
        isSending.value = false
      })
      outcome.value = answer
      return answer.kind === 'submitted' || answer.kind === 'address'
    },
  }
}
