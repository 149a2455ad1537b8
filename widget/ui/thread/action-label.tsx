/** What a message is besides its words, above it: an icon, the label, beside a blast its channel, beside a request its state. */
import {
  HandCoins,
  type LucideIcon,
  MapPin,
  Megaphone,
  MessageCircleQuestionMark,
  Newspaper,
} from 'lucide-react'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  address_request: MapPin,
  blast: Megaphone,
  deals_digest: Newspaper,
  inquiry: MessageCircleQuestionMark,
  offer: HandCoins,
}

export function ActionLabel({
  action,
  label,
  detail,
}: {
  action: string
  label: string
  detail: string | null
}) {
  const Icon = ICONS[action]
  return (
    <div
      part="action-label"
      className="mx-0.5 mb-1.25 flex items-center gap-1.5 font-semibold text-text-2 text-xs"
    >
      {Icon ? <Icon size={13} strokeWidth={1.75} aria-hidden="true" /> : null}
      {label}
      {detail === null ? null : (
        <span className="flex gap-1.5 font-medium text-text-3">
          <span>·</span> {detail}
        </span>
      )}
    </div>
  )
}
