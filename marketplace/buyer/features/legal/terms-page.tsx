/** `/terms-of-service`. */
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { LegalDocument } from './legal-document.tsx'
import { TERMS } from './terms-text.ts'

export default function TermsPage() {
  return (
    <LegalDocument
      name="terms"
      title="Terms of service"
      version={TERMS_VERSION}
      summary="The rules for buyers and sellers: what the marketplace does, what it does not do, and what you are responsible for."
      sections={TERMS}
    />
  )
}
