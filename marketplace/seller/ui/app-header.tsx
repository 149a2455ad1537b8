/** Whose desk it is, the campaigns to every buyer, and the switch of the demo replies. */
import { useSignals } from '@preact/signals-react/runtime'
import { CalendarCheck, LogOut, MailQuestion, Megaphone, Newspaper } from 'lucide-react'
import { useState } from 'react'
import { waitingOf } from '#marketplace/seller/request-rows.ts'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { Button } from '#shared/ui/button.tsx'
import { RepliesSwitch } from './replies-switch.tsx'
import { RequestsDialog } from './requests-dialog.tsx'
import { VisitsDialog } from './visits-dialog.tsx'

export function DeskHeader({ desk, onLogout }: { desk: DeskStore; onLogout: () => void }) {
  useSignals()
  const [open, setOpen] = useState<'requests' | 'visits' | null>(null)
  const waiting = waitingOf(desk.requests.requests.value).length
  const close = () => setOpen(null)
  return (
    <header className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5">
      <div className="me-auto min-w-0">
        <p className="truncate font-semibold text-md">{desk.member.account.title}</p>
        <p className="truncate text-text-3 text-xs">Seller desk · {desk.member.name}</p>
      </div>
      <RepliesSwitch />
      <Button size="sm" onClick={() => setOpen('requests')}>
        <MailQuestion size={15} strokeWidth={1.75} aria-hidden="true" />
        {waiting > 0 ? `Requests (${waiting})` : 'Requests'}
      </Button>
      <Button size="sm" onClick={() => setOpen('visits')}>
        <CalendarCheck size={15} strokeWidth={1.75} aria-hidden="true" /> Open houses
      </Button>
      <Button size="sm" onClick={() => desk.go({ kind: 'new-blast', propertyId: null })}>
        <Megaphone size={15} strokeWidth={1.75} aria-hidden="true" /> Blast
      </Button>
      <Button size="sm" onClick={() => desk.go({ kind: 'new-digest' })}>
        <Newspaper size={15} strokeWidth={1.75} aria-hidden="true" /> Deals digest
      </Button>
      <Button size="sm" variant="ghost" onClick={onLogout}>
        <LogOut size={15} strokeWidth={1.75} aria-hidden="true" /> Log out
      </Button>
      {open === 'requests' ? <RequestsDialog desk={desk} onClose={close} /> : null}
      {open === 'visits' ? <VisitsDialog desk={desk} onClose={close} /> : null}
    </header>
  )
}
