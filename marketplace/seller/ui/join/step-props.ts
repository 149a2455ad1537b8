/** What each step of the guide is given. */
import type { KeyStore } from '#marketplace/seller/company/key-store.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { SellerCompanyWire } from '#shared/contract/seller-company.ts'

/** What no store of the app keeps. */
export interface Facts {
  hasBuyers: boolean
  hasDeals: boolean
  /** The deal that is still being written; null where one is listed, or none begun. */
  draftId: number | null
}

export interface StepProps {
  store: SellerStore
  company: SellerCompanyWire
  keys: KeyStore
  facts: Facts
  /** To the next step. */
  goOn: () => void
}
