/** "Find anything" of the seller app: what is typed, and what it finds. */
import { CornerDownLeft, House, type LucideIcon, MessageSquare, Text, Zap } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CommandDialog } from '#marketplace/kit/command/command-dialog.tsx'
import { createFinder, type SellerHit } from '#marketplace/seller/find/find-model.ts'
import { hashOf, type SellerPlace } from '#shared/contract/seller-places.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { consoleLog } from '#shared/lib/log.ts'
import { PARTS } from '../app-nav.tsx'
import type { ShellProps } from '../shell-rows.tsx'

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

export default function FindDialog({ shell }: ShellProps) {
  const { store, show } = shell
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
    show(null)
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
      onClose={() => show(null)}
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
    if (id !== null) store.go({ kind: 'deal', id })
  }
  return [
    ...PARTS.map((part) => place(part.label, part.place)),
    hit('Places', 'Requests', () => show('requests'), true),
    hit('Places', 'Open houses', () => show('visits'), true),
    ...(store.mayChange('deals') ? [hit('Actions', 'New deal', () => void begin(), true)] : []),
    ...(store.may('outreach')
      ? [
          hit('Actions', 'New blast', hashOf({ kind: 'new-blast', propertyId: null }), true),
          hit('Actions', 'Deals digest', hashOf({ kind: 'new-digest' })),
        ]
      : []),
    hit('Actions', 'Keyboard', () => show('keys')),
    hit('Actions', 'Log out', logOut),
  ]
}
