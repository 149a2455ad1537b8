/** Adding an authenticator app: scan or type its secret, then give one of its codes. */
import { useSignals } from '@preact/signals-react/runtime'
import { generate } from 'lean-qr'
import { type FormEvent, useMemo, useState } from 'react'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { FACTOR_NAME_MAX_LENGTH } from '#shared/contract/two-step-limits.ts'
import { Button } from '#shared/ui/button.tsx'
import type { AppOffer, SecurityModel } from './security-model.ts'

export function AddApp({ model, offer }: { model: SecurityModel; offer: AppOffer }) {
  useSignals()
  const [code, setCode] = useState('')
  const [name, setName] = useState('Authenticator app')
  const errors = model.errors.value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void model.confirmApp({ code: code.trim(), name: name.trim() })
  }
  return (
    <Modal title="Add an authenticator app" onClose={model.cancelApp}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-sm">
          Scan this with an authenticator app such as 1Password, Google Authenticator or Aegis. Then type the
          code it shows.
        </p>
        <div className="grid justify-items-center gap-3">
          <QrCode text={offer.uri} label="QR code for your authenticator app" />
          <p className="text-center text-sm text-text-2">
            Can't scan it? Type this key:
            <code className="block select-all break-all pt-1 font-mono text-base text-text">
              {offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
          </p>
        </div>
        <Field
          label="Name"
          error={errors.name ?? null}
          required
          maxLength={FACTOR_NAME_MAX_LENGTH}
          value={name}
          onChange={({ target: { value } }) => setName(value)}
        />
        <Field
          label="Code from the app"
          error={errors.code ?? null}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={({ target: { value } }) => setCode(value)}
        />
        <Button type="submit" variant="primary" isBusy={model.isBusy.value}>
          Add the app
        </Button>
      </form>
    </Modal>
  )
}

/** Cells of quiet around it, as the standard asks for. */
const QUIET = 4

/** A QR code as one SVG path: no script, no style and no picture that a page's policy would have to allow. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text])
  const whole = size + 2 * QUIET
  return (
    // Dark on light in both themes: many scanners read nothing else.
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
      className="size-50 rounded-md"
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}

function draw(text: string): { path: string; size: number } {
  const code = generate(text)
  const cells: string[] = []
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) cells.push(`M${x} ${y}h1v1h-1z`)
  return { path: cells.join(''), size: code.size }
}
