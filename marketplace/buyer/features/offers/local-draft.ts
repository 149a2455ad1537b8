/**
 * The offer somebody is writing, kept in this browser by customer and deal: it survives a reload, a crash, a new login and no
 * connection. The key under which it is sent is part of it, so that sending it again is never a second offer.
 */
import type { OfferForm } from './offer-form.ts'

export interface LocalDraft {
  readonly form: OfferForm
  readonly proofId: number | null
  readonly key: string
  readonly savedAtMs: number
}

export interface DraftKeeper {
  read(): LocalDraft | null
  /** False when nothing can be kept here. */
  write(draft: LocalDraft): boolean
  clear(): void
}

export interface DraftOwner {
  readonly customerId: number
  readonly propertyId: number
}

/** What another build wrote in another shape counts as nothing. */
export function createDraftKeeper(
  storage: () => Storage,
  { customerId, propertyId }: DraftOwner,
  like: OfferForm,
): DraftKeeper {
  const name = `plat.offer.${customerId}.${propertyId}`
  return {
    read() {
      try {
        return draftOf(JSON.parse(storage().getItem(name) ?? 'null'), like)
      } catch {
        return null
      }
    },
    write(draft) {
      try {
        storage().setItem(name, JSON.stringify(draft))
        return true
      } catch {
        return false
      }
    },
    clear() {
      try {
        storage().removeItem(name)
      } catch {
        // Then there was nothing.
      }
    },
  }
}

function draftOf(kept: unknown, like: OfferForm): LocalDraft | null {
  if (!isRecord(kept) || !isRecord(kept.form)) return null
  const { form, key, savedAtMs, proofId } = kept
  if (typeof key !== 'string' || key === '' || typeof savedAtMs !== 'number') return null
  const isWhole = Object.entries(like).every(([field, value]) => isLike(form[field], value))
  if (!isWhole) return null
  return {
    form: form as unknown as OfferForm,
    key,
    savedAtMs,
    proofId: typeof proofId === 'number' ? proofId : null,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** An entity is a number or none. */
function isLike(value: unknown, like: unknown): boolean {
  if (like === null) return value === null || typeof value === 'number'
  return Array.isArray(like) ? Array.isArray(value) : typeof value === typeof like
}
