/**
 * Where a person came from: the seller's account to introduce them to (`?attach_account_id=`, checklist AUTH-34) and the utm
 * marks of the link. Kept for this tab, so that looking around before registering does not lose it.
 */

export interface Referral {
  readonly attachAccountId: number | null
  readonly utm: Readonly<Record<string, string>>
}

export interface ReferralStore {
  get(): Referral
  /** Somebody not logged in looks at a seller's page. Who came by a link of another seller stays theirs. */
  looksAt(accountId: number): void
  /** The introduction is done. */
  attached(): void
}

const KEY = 'plat.referral'
const NONE: Referral = { attachAccountId: null, utm: {} }

/** `arrived` is what the address said; it wins over what an earlier page of this tab was opened with. */
export function createReferralStore(arrived: Referral, storage: () => Storage): ReferralStore {
  const kept = read(storage)
  let referral: Referral = {
    attachAccountId: arrived.attachAccountId ?? kept.attachAccountId,
    utm: Object.keys(arrived.utm).length > 0 ? arrived.utm : kept.utm,
  }
  const keep = () => {
    try {
      storage().setItem(KEY, JSON.stringify(referral))
    } catch {
      // Storage is blocked: it is known as long as this page is.
    }
  }
  if (arrived.attachAccountId !== null || Object.keys(arrived.utm).length > 0) keep()
  return {
    get: () => referral,
    looksAt(attachAccountId) {
      if (referral.attachAccountId !== null) return
      referral = { ...referral, attachAccountId }
      keep()
    },
    attached() {
      if (referral.attachAccountId === null) return
      referral = { ...referral, attachAccountId: null }
      keep()
    },
  }
}

function read(storage: () => Storage): Referral {
  try {
    const kept = JSON.parse(storage().getItem(KEY) ?? 'null') as Partial<Referral> | null
    return { ...NONE, ...kept }
  } catch {
    return NONE
  }
}
