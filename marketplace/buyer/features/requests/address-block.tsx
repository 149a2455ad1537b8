/** A deal's address, or the way to ask for it, with what came of asking (checklist FAV-20…27). Flips by itself when granted. */
import { useSignals } from '@preact/signals-react/runtime'
import { Clock, Info, type LucideIcon, Map as MapIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useLogin, useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { missingNow } from '#marketplace/buyer/platform/use-missing.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { buttonClass } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { type AddressState, addressState, createAsking } from './address-model.ts'
import { AskForm } from './ask-form.tsx'
import { addressParts, limitWords, mapsUrl, threadPath } from './labels.ts'
import { useDraft } from './use-draft.ts'

export interface AddressBlockProps {
  propertyId: number
  accountId: number
  /** All that is public of the address: `Third Ward, Houston, TX 77004`. */
  publicPlace: string
  /** The true address when the page was given it. */
  address: string | null
  /** False for a deal that is not listed: nothing can be asked. */
  canAsk: boolean
  /** The address has just been opened to this customer: what the page shows is out of date. */
  onGranted: () => void
}

export function AddressBlock(props: AddressBlockProps) {
  useSignals()
  const { propertyId, publicPlace, address } = props
  const { user } = useServices()
  const logIn = useLogin()
  const { addresses } = useDealServices()
  const [asking] = useState(() => createAsking(addresses, propertyId))
  const isUser = user.state.value.phase === 'user'
  const request = addresses.requests.value.get(propertyId) ?? null
  const state = addressState({
    address,
    request,
    quota: isUser ? addresses.quota.value : null,
    isSending: asking.isSending.value,
    outcome: isUser ? asking.outcome.value : null,
  })
  useEffect(() => {
    if (isUser) void addresses.check(propertyId)
  }, [addresses, propertyId, isUser])
  useGranted(state.kind === 'shown' && address === null, props.onGranted)
  const [message, setMessage] = useDraft(`plat.address.${propertyId}`)
  const block = useRef<HTMLElement>(null)
  const ask = async () => {
    if (!(await logIn({ reason: LOGIN_REASON }))) return
    // A person who has just logged in may have to confirm something first: the block says what.
    if (missingNow(user, 'addressRequest').length > 0) return
    if (await asking.ask(message)) setMessage('')
    else focusWrong(block.current)
  }
  const { street, place } =
    state.kind === 'shown' ? addressParts(state.address) : { street: publicPlace, place: '' }
  return (
    <section ref={block} aria-label="Address" className="rounded-lg border border-line bg-surface p-4.5">
      <h2 className="font-semibold text-lg tracking-tight">{street}</h2>
      {place === '' ? null : <p className="text-sm text-text-2">{place}</p>}
      <div aria-live="polite" className="mt-2.5 grid gap-2.5 empty:sr-only">
        <Body {...props} state={state} message={message} onMessage={setMessage} onAsk={() => void ask()} />
      </div>
    </section>
  )
}

const LOGIN_REASON = 'Log in to request the address.'

/** Calls once when the address is known and the page does not have it yet. */
function useGranted(isNew: boolean, onGranted: () => void) {
  const tell = useRef(onGranted)
  tell.current = onGranted
  useEffect(() => {
    if (isNew) tell.current()
  }, [isNew])
}

type BodyProps = Pick<AddressBlockProps, 'accountId' | 'canAsk'> & {
  state: AddressState
  message: string
  onMessage: (message: string) => void
  onAsk: () => void
}

function Body({ state, accountId, canAsk, message, onMessage, onAsk }: BodyProps) {
  const { clock } = useServices()
  const thread = (
    <Link href={threadPath(accountId)} className="whitespace-nowrap underline">
      Open the conversation
    </Link>
  )
  switch (state.kind) {
    case 'shown':
      return (
        <a
          href={mapsUrl(state.address)}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass()} justify-self-start`}
        >
          <MapIcon size={15} strokeWidth={1.75} aria-hidden="true" />
          Open in maps
          <span className="sr-only">, opens in a new tab</span>
        </a>
      )
    case 'submitted':
      return (
        <Notice tone="info">
          Your request was submitted{on(state.at)}. A manager will contact you. {thread}
        </Notice>
      )
    case 'already':
      return (
        <Notice tone="warn">
          You have already submitted a request for this property{on(state.at)}. {thread}
        </Notice>
      )
    case 'declined':
      return (
        <Notice tone="warn">
          The seller declined your request{on(state.at)}
          {state.reason === null ? '.' : `: ${state.reason}`} {thread}
        </Notice>
      )
    case 'limit':
      return <Notice tone="warn">{limitWords(state.resetsAt, clock.now())}</Notice>
    case 'warning':
    case 'sending':
    case 'idle':
      return canAsk ? (
        <AskForm state={state} message={message} onMessage={onMessage} onAsk={onAsk} />
      ) : (
        <p className="text-sm text-text-2">This deal is no longer listed.</p>
      )
  }
}

const on = (at: string | null): string => (at === null ? '' : ` on ${dayWords(at)}`)

const LOOKS: Readonly<Record<'info' | 'warn', { className: string; Icon: LucideIcon }>> = {
  info: { className: 'bg-sunken text-text-2', Icon: Clock },
  warn: { className: 'bg-warn-soft text-warn-text', Icon: Info },
}

/** One line of news in the address block: what came of asking. */
function Notice({ tone, children }: { tone: keyof typeof LOOKS; children: ReactNode }) {
  const { className, Icon } = LOOKS[tone]
  return (
    <div role="status" className={classNames('flex gap-2.5 rounded-md px-3 py-2.5 text-sm', className)}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px flex-none" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
