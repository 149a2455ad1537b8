/** Papers of the deal: what there is, and what opens those that are not for everybody. */
import { Download, FileText, Lock } from 'lucide-react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { PropertyDocumentWire } from '#shared/contract/properties.ts'
import { Button } from '#shared/ui/button.tsx'
import { dayOf } from './deal.ts'
import { Section } from './section.tsx'

export function Documents({ documents }: { documents: readonly PropertyDocumentWire[] }) {
  if (documents.length === 0) return null
  return (
    <Section title="Documents">
      <ul className="divide-y divide-line rounded-lg border border-line">
        {documents.map((document) => (
          <li key={document.id} className="flex min-h-13 items-center gap-3 px-4 py-2.5">
            <FileText size={17} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
            <p className="min-w-0 flex-1">
              <span className="font-label">{document.title}</span>{' '}
              <span className="text-sm text-text-3">{aboutWords(document)}</span>
              {document.url ? null : <Gate gate={document.gate ?? null} />}
            </p>
            {document.url ? (
              <a
                href={document.url}
                target="_blank"
                rel="noopener"
                aria-label={`Download ${document.title}`}
                className="inline-grid size-9 flex-none place-items-center rounded-md text-text-2 hover:bg-hover hover:text-text pointer-coarse:size-11"
              >
                <Download size={16} strokeWidth={1.75} aria-hidden="true" />
              </a>
            ) : (
              <Lock
                size={16}
                strokeWidth={1.75}
                aria-hidden="true"
                className="mx-2.5 flex-none text-text-3"
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const GATE = 'mt-1 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-text-2'

function Gate({ gate }: { gate: PropertyDocumentWire['gate'] }) {
  const { loginPrompt, confirming } = useServices()
  switch (gate ?? null) {
    case 'login':
      return (
        <span className={GATE}>
          For buyers who are logged in.
          <Button size="sm" onClick={() => void loginPrompt.open()}>
            Log in
          </Button>
        </span>
      )
    case 'id_verified':
      return (
        <span className={GATE}>
          Opens when your identity is verified.
          <Button
            size="sm"
            onClick={() => {
              confirming.value = 'identity'
            }}
          >
            Verify
          </Button>
        </span>
      )
    case 'address_granted':
      return <span className="block text-sm text-text-2">Opens with the address.</span>
    default:
      return null
  }
}

const TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
}

function aboutWords({ content_type: type, size_bytes: bytes, created_at: at }: PropertyDocumentWire): string {
  return [TYPES[type] ?? type, sizeWords(bytes), dayOf(at)].filter(Boolean).join(', ')
}

/** `310 KB`, `2.4 MB`. */
export function sizeWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000))
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1000).toFixed(1)} MB`
}
