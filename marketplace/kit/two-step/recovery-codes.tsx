/** The recovery codes, shown this once: to be copied, printed or kept as a file. */

import { useState } from 'react'
import { BRAND } from '#marketplace/kit/brand.ts'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { Button } from '#shared/ui/button.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onClose: () => void
}

export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const [isCopied, setCopied] = useState(false)
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => {})
    setCopied(true)
  }
  return (
    <Modal title="Save your recovery codes" isBlocking>
      <div className="grid gap-4">
        <p className="text-sm">
          If you lose your device, each of these codes lets you log in once. They are shown only now. Keep
          them where you keep important papers, not on the device itself.
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border border-line p-4 font-mono text-base sheet:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy'}</Button>
          <Button onClick={() => window.print()}>Print</Button>
          <Button onClick={() => download(text)}>Download</Button>
        </div>
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} />I have
          saved my recovery codes
        </label>
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          Done
        </Button>
      </div>
    </Modal>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([`${BRAND} recovery codes\n\n${text}\n`], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: 'plat-recovery-codes.txt' })
  link.click()
  URL.revokeObjectURL(url)
}
