/** The keys of the account's site: made, changed, rotated, revoked. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { keyLine } from '#marketplace/seller/company/embed-code.ts'
import {
  formerLabel,
  KEY_LABELS,
  LAUNCHER_LABELS,
  lastUsedLabel,
} from '#marketplace/seller/company/key-labels.ts'
import type { KeyStore } from '#marketplace/seller/company/key-store.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import type { ServerKeyWire } from '#shared/contract/seller-keys.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { CopyCode } from './copy-code.tsx'
import { RevokeDialog, RotateDialog, SecretDialog } from './key-dialogs.tsx'
import { KeyForm } from './key-form.tsx'
import { LauncherForm } from './launcher-form.tsx'

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'launcher' | 'rotate' | 'revoke'; readonly id: number }

export function KeyList({ store }: { store: KeyStore }) {
  useSignals()
  const [open, setOpen] = useState<Open | null>(null)
  useEffect(() => void store.load(), [store])
  const close = () => setOpen(null)
  const state = store.state.value
  if (state.phase === 'loading') return <Skeleton className="h-20 rounded-md" />
  if (state.phase === 'failed')
    return <NotLoaded onRetry={() => void store.load()}>{KEY_LABELS.failed}</NotLoaded>
  return (
    <>
      {state.value.length === 0 ? (
        <p className="text-sm text-text-2">{KEY_LABELS.none}</p>
      ) : (
        <ul
          aria-label={KEY_LABELS.keys}
          className="rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
        >
          {state.value.map((key) => (
            <li key={key.id} className="px-4 py-3">
              {open?.kind === 'edit' && open.id === key.id ? (
                <KeyForm store={store} known={key} onClose={close} />
              ) : open?.kind === 'launcher' && open.id === key.id ? (
                <LauncherForm store={store} known={key} onClose={close} />
              ) : (
                <KeyLine known={key} onOpen={(kind) => setOpen({ kind, id: key.id })} />
              )}
              {open?.kind === 'rotate' && open.id === key.id ? (
                <RotateDialog onConfirm={() => store.rotate(key.id)} onClose={close} />
              ) : null}
              {open?.kind === 'revoke' && open.id === key.id ? (
                <RevokeDialog name={key.name} onConfirm={() => store.revoke(key.id)} onClose={close} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'new' ? (
        <KeyForm store={store} known={null} onClose={close} />
      ) : (
        <Button className="justify-self-start" onClick={() => setOpen({ kind: 'new' })}>
          {KEY_LABELS.add}
        </Button>
      )}
      {store.secret.value === null ? null : (
        <SecretDialog secret={store.secret.value} onClose={store.forgetSecret} />
      )}
    </>
  )
}

interface LineProps {
  known: ServerKeyWire
  onOpen: (kind: 'edit' | 'launcher' | 'rotate' | 'revoke') => void
}

function KeyLine({ known, onOpen }: LineProps) {
  const { name, publishable_key, secret_ends_with, origins, guests, last_used_at } = known
  const former = formerLabel(known.former_secret_until, Date.now())
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <p className="me-auto min-w-0 font-medium [overflow-wrap:anywhere]">{name}</p>
        <Button size="sm" aria-label={`Change ${name}`} onClick={() => onOpen('edit')}>
          Change
        </Button>
        <Button size="sm" aria-label={LAUNCHER_LABELS.formOf(name)} onClick={() => onOpen('launcher')}>
          {LAUNCHER_LABELS.open}
        </Button>
        <Button size="sm" aria-label={`Rotate ${name}`} onClick={() => onOpen('rotate')}>
          Rotate
        </Button>
        <Button size="sm" aria-label={`Revoke ${name}`} onClick={() => onOpen('revoke')}>
          Revoke
        </Button>
      </div>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm sheet:grid-cols-[max-content_minmax(0,1fr)] [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-text-2">
        <dt>{KEY_LABELS.publishable}</dt>
        <dd className="font-mono">{publishable_key}</dd>
        <dt>{KEY_LABELS.secret}</dt>
        <dd className="font-mono">sk_…{secret_ends_with}</dd>
        <dt>{KEY_LABELS.origins}</dt>
        <dd>{origins.length === 0 ? KEY_LABELS.anyPage : origins.join(', ')}</dd>
        <dt>{KEY_LABELS.visitors}</dt>
        <dd>{guests.allowed ? KEY_LABELS.guestsCan : KEY_LABELS.guestsCannot}</dd>
      </dl>
      <CopyCode name={KEY_LABELS.line} code={keyLine(window.location.origin, publishable_key)} />
      <p className="text-sm text-text-3">
        {lastUsedLabel(last_used_at)}
        {former === null ? '' : ` · ${former}`}
      </p>
    </div>
  )
}
