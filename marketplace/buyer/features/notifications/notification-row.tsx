/** One notification: what it is of, what it says, when it came, and whether it was read. */
import {
  ArrowDownRight,
  BadgeCheck,
  Bell,
  BookmarkCheck,
  CalendarCheck,
  FileCheck,
  HandCoins,
  Hourglass,
  type LucideIcon,
  MapPin,
  Megaphone,
  MessageSquare,
  Shield,
  Star,
  Tag,
  Target,
  Wallet,
} from 'lucide-react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { listTimeWords } from '#marketplace/kit/date-labels.ts'
import type { NotificationWire } from '#shared/contract/notification.ts'
import type { NotificationType } from '#shared/contract/notifications.ts'
import { classNames } from '#shared/ui/class-names.ts'
import type { BellModel } from './bell-model.ts'

const ICONS: Readonly<Partial<Record<NotificationType, LucideIcon>>> = {
  new_match: Target,
  saved_search: BookmarkCheck,
  price_drop: ArrowDownRight,
  deal_status: Tag,
  blast: Megaphone,
  message: MessageSquare,
  address_request: MapPin,
  offer: HandCoins,
  offer_expiring: Hourglass,
  open_house: CalendarCheck,
  review: Star,
  wallet: Wallet,
  identity: BadgeCheck,
  proof_of_funds: FileCheck,
  security: Shield,
}
const iconOf = (type: string): LucideIcon => ICONS[type as NotificationType] ?? Bell

/** A screen reader pauses there. */
const withStop = (text: string) => text.replace(/[^.!?…]$/, '$&.')

interface RowProps {
  entry: NotificationWire
  model: BellModel
  close: () => void
}

export function NotificationRow({ entry, model, close }: RowProps) {
  const { clock } = useServices()
  const { id, type, title, body, url, created_at, read_at } = entry
  const isUnread = !read_at
  const when = listTimeWords(created_at, clock.now())
  const Icon = iconOf(type)
  const open = () => {
    if (isUnread) void model.mark(id, true)
    close()
  }
  return (
    <li className="flex items-start gap-1 pr-2 hover:bg-hover">
      <Link
        href={url}
        aria-label={[`${isUnread ? 'Unread: ' : ''}${withStop(title)}`, withStop(body ?? ''), when].join(' ')}
        className="flex min-w-0 flex-1 gap-3 py-2.5 pl-4"
        onClick={open}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 flex-none text-text-2" />
        <span className="min-w-0 flex-1">
          <span className={classNames('block text-base', isUnread && 'font-semibold')}>{title}</span>
          {body ? <span className="line-clamp-2 text-sm text-text-2">{body}</span> : null}
          <span className="num block text-text-3 text-xs">{when}</span>
        </span>
      </Link>
      <button
        type="button"
        aria-label={`${isUnread ? 'Mark as read' : 'Mark as unread'}: ${title}`}
        title={isUnread ? 'Mark as read' : 'Mark as unread'}
        onClick={() => void model.mark(id, isUnread)}
        className="mt-1 grid size-9 flex-none cursor-pointer place-items-center rounded-md hover:bg-active pointer-coarse:size-11"
      >
        <span
          aria-hidden="true"
          className={classNames(
            'size-2.25 rounded-full border',
            isUnread ? 'border-flag bg-flag' : 'border-field',
          )}
        />
      </button>
    </li>
  )
}
