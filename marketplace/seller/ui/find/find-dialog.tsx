/** "Find anything" of the seller app: what is typed, and what it finds. */
import { CornerDownLeft, House, type LucideIcon, MessageSquare, Text, Zap } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CommandDialog } from '#marketplace/kit/command/command-dialog.tsx'
import { createFinder, type SellerHit } from '#marketplace/seller/find/find-model.ts'
import { KEYBOARD_WORDS } from '#marketplace/seller/keyboard/seller-keys.ts'
import { hashOf, type SellerPlace } from '#shared/contract/seller-places.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { consoleLog } from '#shared/lib/log.ts'
import { PARTS } from '../app-nav.tsx'
import { SHELL_LABELS, type ShellProps } from '../shell-rows.tsx'

const ICONS: Readonly<Record<SellerHit['group'], LucideIcon>> = {
  Conversations: MessageSquare,
  Deals: House,
  Messages: Text,
  Places: CornerDownLeft,
  Actions: Zap,
}

const WORDS = {
  nothing: 'Nothing found. Try a buyer, an address, words of a message or a place of the app.',
  failed: 'Deals and messages',
}

export default function FindDialog({ shell, onClose }: ShellProps & { onClose: () => void }) {
  const { store } = shell
  const [finder] = useState(() =>
    createFinder({
      api: store.call,
      clock: systemClock,
      log: consoleLog('seller'),
      chats: store.chats,
      open: (customerId, messageId) => {
        store.open(customerId, messageId)
        store.go({ kind: 'messages' })
      },
      own: ownHits(shell),
    }),
  )
  useEffect(() => finder.dispose, [finder])
  const take = ({ does }: SellerHit) => {
    onClose()
    if (typeof does === 'string') window.location.hash = does
    else does()
  }
  return (
    <CommandDialog
      finder={finder}
      icons={ICONS}
      placeholder="Buyer, address, words or place"
      words={WORDS}
      onTake={take}
      onClose={onClose}
    />
  )
}

function ownHits({ store, show, logOut }: ShellProps['shell']): SellerHit[] {
  const hit = (group: 'Places' | 'Actions', label: string, does: SellerHit['does'], isFirst = false) => ({
    id: `${group} ${label}`,
    group,
    label,
    note: '',
    does,
    isFirst,
  })
  const place = (label: string, at: SellerPlace) => hit('Places', label, hashOf(at), true)
  const begin = async () => {
    const id = await store.deals.begin()
    // The list of deals says why it could not begin.
    store.go(id === null ? { kind: 'deals' } : { kind: 'deal', id })
  }
  return [
    ...PARTS.map((part) => place(part.label, part.place)),
    hit('Places', SHELL_LABELS.requests, () => show('requests'), true),
    hit('Places', SHELL_LABELS.visits, () => show('visits'), true),
    ...(store.mayChange('deals') ? [hit('Actions', 'New deal', () => void begin(), true)] : []),
    ...(store.may('outreach')
      ? [
          hit('Actions', SHELL_LABELS.blast, hashOf({ kind: 'new-blast', propertyId: null }), true),
          hit('Actions', SHELL_LABELS.digest, hashOf({ kind: 'new-digest' })),
        ]
      : []),
    hit('Actions', KEYBOARD_WORDS.button, () => show('keys')),
    hit('Actions', SHELL_LABELS.logOut, logOut),
  ]
}
