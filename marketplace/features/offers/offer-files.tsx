/** The files an offer stands on; each opens in a new tab by a short-lived link. */
import { FileText } from 'lucide-react'
import { Section } from '#marketplace/ui/partition-parts.tsx'
import type { OfferDetailWire } from '#shared/contract/offers.ts'
import { DOCUMENT_TYPE_WORDS } from './offer-words.ts'
import { sizeWords } from './proofs.ts'

export function OfferFiles({ offer }: { offer: OfferDetailWire }) {
  const { proof_of_funds: proof, corporate_documents: documents } = offer
  const files = [
    ...(proof
      ? [{ ...proof, kind: 'Proof of funds', href: `/customer/api/proof-of-funds/${proof.id}/download` }]
      : []),
    ...documents.map((file) => ({
      ...file,
      kind: DOCUMENT_TYPE_WORDS[file.type],
      href: `/customer/api/offers/${offer.id}/corporate-documents/${file.id}/download`,
    })),
  ]
  return (
    <Section title="Documents">
      {files.length === 0 ? (
        <p className="text-sm text-text-2">No files are attached to this offer.</p>
      ) : (
        <ul className="rounded-lg border border-line [&>li+li]:border-line [&>li+li]:border-t">
          {files.map(({ href, kind, file_name: name, size_bytes: size }) => (
            <li key={href} className="flex flex-wrap items-center gap-x-3 px-4 py-3 text-sm">
              <FileText size={17} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-2" />
              <span className="min-w-0 flex-1">
                <a href={href} target="_blank" rel="noopener" className="break-all font-medium text-link">
                  {name}
                  <span className="sr-only">, opens in a new tab</span>
                </a>
                <span className="block text-text-2">{kind}</span>
              </span>
              <span className="num text-text-3">{sizeWords(size)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
