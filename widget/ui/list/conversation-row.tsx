/** One conversation of the list: who, when, the last words, and how many are unread (widget.md W-32). */
import { memo } from 'react'
import { actionLabel, visibleText } from '#shared/format/action-label.ts'
import { listTime } from '#shared/format/list-time.ts'
import type { Conversation } from '#shared/thread/model.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { httpUrl } from '#shared/ui/http-url.ts'

interface ConversationRowProps {
  conversation: Conversation
  query: string
  nowMs: number
  /** From 1, of `count` in the list. */
  position: number
  count: number
  isSelected: boolean
  isTabStop: boolean
  onFocus: (accountId: number) => void
  onOpen: (accountId: number) => void
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, query, nowMs, position, count, isSelected, isTabStop, onFocus, onOpen } = props
  const { id, name, logo, unreadCount, createdAt } = conversation
  const isUnread = unreadCount > 0
  const time = listTime(createdAt, nowMs)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it hears the keys.
    <div
      role="option"
      part={classNames('conversation', isSelected && 'selected', isUnread && 'unread')}
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={count}
      aria-label={spoken(conversation, time)}
      tabIndex={isTabStop ? 0 : -1}
      data-account={id}
      onClick={() => onOpen(id)}
      onFocus={() => onFocus(id)}
      className={classNames(
        'grid min-h-16.5 cursor-pointer grid-cols-[--spacing(10)_minmax(0,1fr)] items-center gap-x-3 rounded-md px-2.5 py-2.75 text-start focus-visible:-outline-offset-2',
        isSelected ? 'bg-accent-soft forced-colors:border-2' : 'hover:bg-hover',
      )}
    >
      <Avatar part="avatar" name={name} logo={httpUrl(logo)} id={id} />
      <span className="min-w-0">
        <span className="flex items-baseline gap-2">
          <span
            part="name"
            className={classNames('flex-1 truncate', isUnread ? 'font-strong' : 'font-medium')}
          >
            <Marked text={name || 'No name'} query={query} />
          </span>
          <time
            part="time"
            dateTime={createdAt ?? undefined}
            className={classNames('num text-xs', isUnread ? 'font-semibold text-flag-text' : 'text-text-3')}
          >
            {time}
          </time>
        </span>
        <span className="mt-0.5 flex items-center gap-2">
          <Preview conversation={conversation} isUnread={isUnread} />
          <Badge part="badge" count={unreadCount} />
        </span>
      </span>
    </div>
  )
})

function Preview({ conversation, isUnread }: { conversation: Conversation; isUnread: boolean }) {
  const { label, text } = preview(conversation)
  return (
    <span
      part="preview"
      className={classNames('min-h-4.5 flex-1 truncate text-sm', isUnread ? 'text-text' : 'text-text-2')}
    >
      {label === null ? null : (
        <span className={classNames('text-text', isUnread ? 'font-strong' : 'font-medium')}>{label}</span>
      )}
      {label !== null && text !== '' ? ' · ' : null}
      {text}
    </span>
  )
}

/** A label stands for itself; only plain words of one's own say 'You: '. */
function preview({ action, message, messageType }: Conversation): { label: string | null; text: string } {
  const label = actionLabel(action)
  const text = visibleText(action, message)
  return { label, text: label === null && messageType === 'inbound' && text !== '' ? `You: ${text}` : text }
}

/** "Gulf Coast Wholesale, 1 unread, 9:10 AM, Deals digest, 6 new deals…", under 100 characters. */
function spoken(conversation: Conversation, time: string): string {
  const { label, text } = preview(conversation)
  const unread = conversation.unreadCount > 0 ? `${conversation.unreadCount} unread` : null
  return [conversation.name || 'No name', unread, time, label, text].filter(Boolean).join(', ').slice(0, 99)
}

function Marked({ text, query }: { text: string; query: string }) {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-bold text-inherit underline decoration-2 decoration-accent underline-offset-3">
        {text.slice(at, at + query.length)}
      </mark>
      {text.slice(at + query.length)}
    </>
  )
}
