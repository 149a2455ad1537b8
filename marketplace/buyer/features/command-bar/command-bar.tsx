/** One line from any page: filters in plain words, deals, places, conversations, pages and actions (checklist BRW-46). */
import { useSignals } from '@preact/signals-react/runtime'
import { CornerDownLeft, House, type LucideIcon, MapPin, MessageSquare, Search, Zap } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { CommandDialog } from '#marketplace/kit/command/command-dialog.tsx'
import { type BuyerHit, createCommandModel } from './command-model.ts'
import { ownHits } from './own-hits.ts'

const ICONS: Readonly<Record<BuyerHit['group'], LucideIcon>> = {
  Search: Search,
  Deals: House,
  Places: MapPin,
  Conversations: MessageSquare,
  Pages: CornerDownLeft,
  Actions: Zap,
}

export default function CommandBar({ onClose }: { onClose: () => void }) {
  useSignals()
  const services = useServices()
  const [, navigate] = useLocation()
  const [model] = useState(() => createCommandModel({ ...services, own: () => ownHits(services, navigate) }))
  const state = services.user.state.value
  const customerId = state.phase === 'user' ? state.user.id : null
  useEffect(() => {
    if (customerId !== null) void model.loadConversations(customerId)
  }, [model, customerId])
  useEffect(() => model.dispose, [model])

  function take({ does }: BuyerHit) {
    onClose()
    if (typeof does === 'string') navigate(does)
    else does()
  }
  return (
    <CommandDialog
      finder={model}
      icons={ICONS}
      placeholder="3 beds under 150k in Houston"
      words={{
        nothing: 'Nothing found. Try a city, a price, “duplex” or a page’s name.',
        failed: 'Deals and places',
      }}
      onTake={take}
      onClose={onClose}
    />
  )
}
