/** A part of the profile that is not open yet, and says so. */
import { LinkButton } from '#marketplace/ui/link.tsx'

export function LaterPartition({ title }: { title: string }) {
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line px-5 py-6">
      <div>
        <p className="font-semibold text-md">This page opens with a later release.</p>
        <p className="mt-1 text-sm text-text-2">
          {title} will stand here. Until then sellers answer you in messages.
        </p>
      </div>
      <LinkButton href="/messenger">Open messages</LinkButton>
    </div>
  )
}
