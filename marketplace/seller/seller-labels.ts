/** The title of the tab. The count comes first, where a narrow tab still shows it. */
import type { SendState } from '#shared/thread/model.ts'

export function sellerTitle(view: string, account: string, unread: number): string {
  const name = [view, account, 'Seller app'].filter(Boolean).join(' · ')
  return unread > 0 ? `(${unread}) ${name}` : name
}

/** How a reply fares that the server has not confirmed. */
export const REPLY_STATES: Readonly<Record<SendState, string>> = {
  sending: 'Sending…',
  checking: 'Checking whether it arrived…',
  waiting: 'Waiting for a connection',
  failed: 'Not sent',
}
