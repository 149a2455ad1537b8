/** What somebody logged in reads first: how much waits to be read. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowRight, MessageSquare, Target } from 'lucide-react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { Hero } from './hero.tsx'
import type { Overview } from './home-model.ts'

interface UserHeroProps {
  user: User
  overview: Overview | null
  /** Deals that fit and were not seen. */
  newCount: number
}

export function UserHero({ user, overview, newCount }: UserHeroProps) {
  return (
    <Hero title={greeting(user)} overview={overview}>
      <p className="mt-3.5 max-w-[34em] text-lg text-text-2 leading-6.5">
        Each seller has one thread with you. Ask for the address, the inspection report or a walk-through.
      </p>
      <UnreadPanel />
      <FeedPanel count={newCount} />
      <p className="mt-4">
        <Link href="/deals" className="target text-link">
          Browse all deals
        </Link>
      </p>
    </Hero>
  )
}

function UnreadPanel() {
  useSignals()
  const count = useServices().unread.count.value
  return (
    <Link
      href="/messenger"
      className="mt-6.5 flex max-w-120 items-center gap-3.5 rounded-lg border border-line-strong bg-surface py-3.5 pr-4 pl-4.5 hover:bg-hover"
    >
      <MessageSquare size={20} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-2" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-semibold text-md">
          {unreadText(count)}
          <span aria-hidden="true" className="grid">
            <Badge count={count} />
          </span>
        </span>
        <span className="block text-sm text-text-2">Open messages</span>
      </span>
      <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
    </Link>
  )
}

/** The deals that fit their buy boxes, with how many are new once that is known. */
function FeedPanel({ count }: { count: number }) {
  return (
    <Link
      href="/for-you"
      className="mt-3 flex max-w-120 items-center gap-3.5 rounded-lg border border-line-strong bg-surface py-3.5 pr-4 pl-4.5 hover:bg-hover"
    >
      <Target size={20} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-2" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-semibold text-md">
          For you
          <span aria-hidden="true" className="grid">
            <Badge count={count} />
          </span>
        </span>
        <span className="num block whitespace-normal text-sm text-text-2">{newText(count)}</span>
      </span>
      <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
    </Link>
  )
}

function newText(count: number): string {
  if (count === 0) return 'Deals that fit your buy boxes'
  return count === 1 ? '1 new deal fits your buy boxes' : `${count} new deals fit your buy boxes`
}

function unreadText(count: number): string {
  if (count === 0) return 'No unread messages'
  return count === 1 ? '1 unread message' : `${count} unread messages`
}

/** Who has not even confirmed their address is here for the first time. */
export function greeting({ name, isEmailConfirmed }: Pick<User, 'name' | 'isEmailConfirmed'>): string {
  const hello = isEmailConfirmed ? 'Welcome back' : 'Welcome'
  const firstName = name.trim().split(/\s+/)[0] ?? ''
  return firstName === '' ? hello : `${hello}, ${firstName}`
}
