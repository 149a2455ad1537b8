/** The trust a customer has built, item by item (spec section 2, identity trust). */

import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { NotKnown, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { createResource } from '#marketplace/kit/resource.ts'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import type { Api } from '#shared/api/client.ts'
import { getSmartBuyBox } from '#shared/contract/buy-box.ts'
import { listProofsOfFunds } from '#shared/contract/proof-of-funds.ts'
import type { PartitionProps } from './partition-props.ts'
import { type TrustItem, trustItems } from './trust.ts'

export function TrustPanel({ user }: PartitionProps) {
  useSignals()
  const { api, clock } = useServices()
  const [facts] = useState(() => createResource(() => askFacts(api, clock.now())))
  useEffect(() => void facts.load(), [facts])
  const store = useLiveWallet()
  const [state, wallet] = [facts.state.value, store.wallet.value]
  const known =
    state.phase === 'ready' && wallet.phase === 'ready'
      ? { ...state.value, hasDeposit: wallet.value.depositCents > 0 }
      : null
  const items = trustItems(user, known)
  const done = items.filter((item) => item.isDone).length
  return (
    <Section
      title="Identity trust"
      note={`${known ? `${done} of ${items.length} in place. ` : ''}Each makes it easier for a seller to say yes.`}
    >
      <ul className="grid gap-x-6 gap-y-0.5 sheet:grid-cols-2">
        {items.map((item) => (
          <TrustRow key={item.key} item={item} />
        ))}
      </ul>
      {state.phase === 'failed' || wallet.phase === 'failed' ? (
        <div className="mt-2 flex flex-wrap items-baseline gap-x-2 text-sm text-text-2">
          <Alert>Companies, proofs and deposit could not be loaded.</Alert>
          <button
            type="button"
            className="text-link min-h-6 cursor-pointer"
            onClick={() => {
              void facts.load()
              void store.loadWallet()
            }}
          >
            Try again
          </button>
        </div>
      ) : null}
    </Section>
  )
}

async function askFacts(api: Api, nowMs: number) {
  const [box, proofs] = await Promise.all([api(getSmartBuyBox, {}), api(listProofsOfFunds, {})])
  const today = new Date(nowMs).toISOString().slice(0, 10)
  return {
    entities: box.entities.length,
    proofs: proofs.data.filter(
      ({ review, valid_until }) => review !== 'rejected' && !(valid_until && valid_until < today),
    ).length,
  }
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
        {isDone === null ? (
          <NotKnown />
        ) : isDone ? (
          'Done'
        ) : (
          <Link href={href} className="target text-link">
            Add<span className="sr-only">: {label}</span>
          </Link>
        )}
      </span>
    </li>
  )
}
