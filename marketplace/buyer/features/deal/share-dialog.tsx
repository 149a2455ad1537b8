/** Ways to pass a page on, a deal's above all. The address is the canonical one; for a hidden street it says no more than the city. */
import { Check, Copy, Mail, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { Button, buttonClass } from '#shared/ui/button.tsx'

export interface ShareDialogProps {
  heading?: string
  url: string
  title: string
  onClose: () => void
}

export function ShareDialog({ heading = 'Share this deal', url, title, onClose }: ShareDialogProps) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    )
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  return (
    <Modal title={heading} onClose={onClose}>
      <div className="grid gap-3">
        <label className="grid gap-1.5 font-label text-sm">
          Link
          <input
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
            className="num h-10 w-full rounded-md border border-field bg-surface px-2.75 font-regular text-base"
          />
        </label>
        <p role="status" className="text-sm text-text-2 empty:sr-only">
          {copied === 'yes'
            ? 'Copied.'
            : copied === 'failed'
              ? 'The browser did not allow it. Copy the link above.'
              : ''}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => void copy()}>
            {copied === 'yes' ? (
              <Check size={15} aria-hidden="true" />
            ) : (
              <Copy size={15} aria-hidden="true" />
            )}
            Copy link
          </Button>
          <a href={mail} className={buttonClass()}>
            <Mail size={15} strokeWidth={1.75} aria-hidden="true" />
            Email
          </a>
          {'share' in navigator ? (
            <Button onClick={() => void navigator.share({ title, url }).catch(() => {})}>
              <Share2 size={15} strokeWidth={1.75} aria-hidden="true" />
              More ways
            </Button>
          ) : null}
        </div>
      </div>
    </Modal>
  )
}
