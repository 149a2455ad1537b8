/** The files of an offer; each opens in a new tab by a short-lived link. */
import { FileText } from 'lucide-react'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { BeingChecked, ProofMark } from '#marketplace/buyer/ui/proof-mark.tsx'
import { DOCUMENT_TYPE_WORDS, STEP_WORDS } from '#marketplace/kit/offer-labels.ts'
import type { OfferDetailWire } from '#shared/contract/offers.ts'
import type { CorporateDocumentWire } from '#shared/contract/proof-of-funds.ts'
import { fileSize } from '#shared/format/file-size.ts'

export function OfferFiles({ offer }: { offer: OfferDetailWire }) {
  const { proof_of_funds: proof, corporate_documents: documents } = offer
  const files = [
    ...(proof
      ? [
          {
            ...proof,
            kind: 'Proof of funds',
            mark: <ProofMark proof={proof} />,
            href: `/customer/api/proof-of-funds/${proof.id}/download`,
          },
        ]
      : []),
    ...documents.map((file) => ({
      ...file,
      kind: `${file.step ? STEP_WORDS[file.step] : DOCUMENT_TYPE_WORDS[file.type]}${file.is_from_seller ? ', from the seller' : ''}`,
      mark: file.is_quarantined ? <BeingChecked /> : null,
      href: downloadOf(offer.id, file.id),
    })),
  ]
  return (
    <Section title="Documents">
      {files.length === 0 ? (
        <p className="text-sm text-text-2">No files are attached to this offer.</p>
      ) : (
        <ul className="rounded-lg border border-line [&>li+li]:border-line [&>li+li]:border-t">
          {files.map(
            ({ href, kind, mark, file_name: name, size_bytes: size, is_quarantined: isQuarantined }) => (
              <li key={href} className="flex flex-wrap items-center gap-x-3 px-4 py-3 text-sm">
                <FileText size={17} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-2" />
                <span className="min-w-0 flex-1">
                  <FileLink name={name} href={isQuarantined ? null : href} />
                  <span className="flex flex-wrap items-center gap-2 text-text-2">
                    {kind} {mark}
                  </span>
                </span>
                <span className="num text-text-3">{fileSize(size)}</span>
              </li>
            ),
          )}
        </ul>
      )}
    </Section>
  )
}

const downloadOf = (offerId: number, fileId: number): string =>
  `/customer/api/offers/${offerId}/corporate-documents/${fileId}/download`

/** With a mark while it is checked, and then without a link. */
export function OfferFileLink({ offerId, file }: { offerId: number; file: CorporateDocumentWire }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <FileLink name={file.file_name} href={file.is_quarantined ? null : downloadOf(offerId, file.id)} />
      {file.is_from_seller ? <span className="text-text-2">from the seller</span> : null}
      {file.is_quarantined ? <BeingChecked /> : null}
    </span>
  )
}

function FileLink({ name, href }: { name: string; href: string | null }) {
  if (href === null) return <span className="wrap-anywhere font-medium">{name}</span>
  return (
    <a href={href} target="_blank" rel="noopener" className="wrap-anywhere font-medium text-link">
      {name}
      <span className="sr-only">, opens in a new tab</span>
    </a>
  )
}
