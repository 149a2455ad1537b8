/** What a seller puts on a site of its own: a link to this page, and one that introduces new buyers to the account. */

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { BRAND } from '#marketplace/kit/brand.ts'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { invitePath } from '#shared/contract/pages.ts'
import { Button } from '#shared/ui/button.tsx'

export interface LinkCodeProps {
  accountId: number
  name: string
  origin: string
  onClose: () => void
}

export function LinkCode({ accountId, name, origin, onClose }: LinkCodeProps) {
  const { page, register } = linkCode({ accountId, name, origin })
  return (
    <Modal title="Link from your site" onClose={onClose}>
      <div className="grid gap-5">
        <Code label="Link to this page" code={page} />
        <Code
          label="Registration link"
          code={register}
          note="Who registers by it has a conversation with you from the start."
        />
        <p className="text-sm text-text-2">
          The messenger for your pages is in the seller’s app, under Company.
        </p>
      </div>
    </Modal>
  )
}

function Code({ label, code, note }: { label: string; code: string; note?: string }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    )
  return (
    <div className="grid gap-1.5">
      <label className="grid gap-1.5 font-label text-sm">
        {label}
        <textarea
          readOnly
          rows={3}
          value={code}
          onFocus={(event) => event.target.select()}
          className="w-full rounded-md border border-field bg-sunken px-2.75 py-2 font-regular text-sm"
        />
      </label>
      {note ? <p className="text-sm text-text-2">{note}</p> : null}
      <div className="flex items-center gap-2.5">
        <Button
          size="sm"
          className="pointer-coarse:h-11"
          aria-label={`Copy: ${label}`}
          onClick={() => void copy()}
        >
          {copied === 'yes' ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
          Copy
        </Button>
        <p role="status" className="text-sm text-text-2">
          {copied === 'yes'
            ? 'Copied.'
            : copied === 'failed'
              ? 'The browser did not allow it. Copy the text above.'
              : ''}
        </p>
      </div>
    </div>
  )
}

interface LinkTextGiven {
  accountId: number
  name: string
  origin: string
}

/** The HTML of the links; a company's name is put in as text. */
export function linkCode({ accountId, name, origin }: LinkTextGiven): { page: string; register: string } {
  const words = escapeText(name)
  return {
    page: `<a href="${origin}/company/${accountId}">${words}: deals and reviews on ${BRAND}</a>`,
    register: `<a href="${origin}${invitePath(accountId)}">Get the deals of ${words} first</a>`,
  }
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
