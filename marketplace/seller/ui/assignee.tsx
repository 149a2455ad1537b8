/** Who looks after the open conversation. Nothing to choose where one person sits at the desk. */
import { useSignals } from '@preact/signals-react/runtime'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'

export function Assignee({ desk, customerId }: { desk: DeskStore; customerId: number }) {
  useSignals()
  const colleagues = desk.company.colleagues.value
  const chat = desk.chats.value.find(({ customer }) => customer.id === customerId)
  if (colleagues.length < 2 || !chat) return null
  return (
    <label className="flex items-center gap-2 text-sm text-text-2">
      <span className="sr-only duo:not-sr-only">Looked after by</span>
      <select
        value={chat.assigned_to?.id ?? ''}
        onChange={(event) => void desk.assign(customerId, Number(event.currentTarget.value) || null)}
        className="field-box w-auto!"
      >
        <option value="">Nobody yet</option>
        {colleagues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
