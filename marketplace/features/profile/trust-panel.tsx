/** The trust a customer has built, item by item (spec section 2, identity trust). */
import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createResource } from '#marketplace/platform/resource.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { Link } from '#marketplace/ui/link.tsx'
import { Section } from '#marketplace/ui/partition-parts.tsx'
import { getSmartBuyBox } from '#shared/contract/buy-box.ts'
import type { PartitionProps } from './partition-props.ts'
import { type TrustItem, trustItems } from './trust.ts'

export function TrustPanel({ user }: PartitionProps) {
  useSignals()
  const { api } = useServices()
  const [linked] = useState(() => createResource(async () => (await api(getSmartBuyBox, {})).entities.length))
  useEffect(() => void linked.load(), [linked])
  const state = linked.state.value
  const items = trustItems(user, state.phase === 'ready' ? state.value : null)
  const done = items.filter((item) => item.isDone).length
  return (
    <Section
      title="Identity trust"
      note={`${done} of ${items.length} stand. Each makes it easier for a seller to say yes.`}
    >
      <ul className="grid gap-x-6 gap-y-0.5 sheet:grid-cols-2">
        {items.map((item) => (
          <TrustRow key={item.key} item={item} />
        ))}
      </ul>
      {state.phase === 'failed' ? (
        <p role="alert" className="mt-2 text-sm text-text-2">
          Linked companies could not be loaded.{' '}
          <button type="button" className="text-link cursor-pointer" onClick={() => void linked.load()}>
            Try again
          </button>
        </p>
      ) : null}
    </Section>
  )
}

function TrustRow({ item: { label, isDone, href } }: { item: TrustItem }) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-2.5 border-line border-b py-1.5 text-sm">
      <Icon
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className={isDone ? 'text-gain-text' : 'text-text-3'}
      />
      <span className="font-medium">{label}</span>
      <span className="ml-auto text-text-3">
        {isDone ? 'Done' : href === null ? 'With a later release' : null}
        {!isDone && href !== null ? (
          <Link href={href} className="text-link">
            Add<span className="sr-only">: {label}</span>
          </Link>
        ) : null}
      </span>
    </li>
  )
}
