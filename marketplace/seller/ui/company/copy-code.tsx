/** A piece of code, or a key, with a button that copies it. */
import { useState } from 'react'
import { KEY_LABELS } from '#marketplace/seller/company/key-labels.ts'
import { Button } from '#shared/ui/button.tsx'

export function CopyCode({ name, code }: { name: string; code: string }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setSaid(KEY_LABELS.copied),
      () => setSaid(KEY_LABELS.copyByHand),
    )
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <figcaption className="flex items-center gap-3 font-medium text-sm">
        <span className="me-auto">{name}</span>
        <span role="status" className="font-regular text-text-2">
          {said}
        </span>
        <Button size="sm" aria-label={`${KEY_LABELS.copy}: ${name}`} onClick={() => void copy()}>
          {KEY_LABELS.copy}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: no fields; a section would be a landmark, of the same name for each key. */}
      <div role="group" tabIndex={0} aria-label={name} className="overflow-x-auto rounded-md bg-sunken">
        <pre className="w-max p-3 text-xs">
          <code>{code}</code>
        </pre>
      </div>
    </figure>
  )
}
