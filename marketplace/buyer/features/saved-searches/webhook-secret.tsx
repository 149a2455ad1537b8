/** The secret of a webhook: shown once when it is made, and replaced by another one when it was lost or got about. */
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '#shared/ui/button.tsx'
import type { WebhookModel } from './webhook-model.ts'

interface SecretProps {
  model: WebhookModel
  isBusy: boolean
  onRenew: () => void
}

export function WebhookSecret({ model, isBusy, onRenew }: SecretProps) {
  useSignals()
  const secret = model.secret.value
  return (
    <section className="grid gap-1.5">
      <h3 className="font-label text-sm">Secret</h3>
      {secret === null ? (
        <div className="flex flex-wrap items-center gap-2">
          <p className="mr-auto text-sm text-text-2">
            Shown only once. Generating a new secret revokes this one immediately.
          </p>
          <Button size="sm" className="pointer-coarse:h-11" isBusy={isBusy} onClick={onRenew}>
            Generate a new secret
          </Button>
        </div>
      ) : (
        <>
          <input
            readOnly
            aria-label="Secret"
            value={secret}
            onFocus={(event) => event.target.select()}
            className="num h-10 w-full rounded-md border border-field bg-surface px-2.75 font-regular text-base"
          />
          <p role="status" className="text-sm text-text-2">
            Copy it now. It is not shown again.
          </p>
        </>
      )}
      <p className="text-text-3 text-xs">
        Each call carries Plat-Signature: t=seconds,v1=the HMAC-SHA256 of “t.body” under this secret.
      </p>
    </section>
  )
}
