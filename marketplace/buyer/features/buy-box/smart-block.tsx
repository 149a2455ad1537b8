/** The linked LLCs and trusts of the Smart Buy Box: each with how sure it is that they are the customer's. */
import { useSignals } from '@preact/signals-react/runtime'
import { Building2, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { StateTag } from '#marketplace/buyer/ui/company-select/company-select.tsx'
import { EntityForm } from '#marketplace/buyer/ui/company-select/entity-form.tsx'
import { createEntityForm } from '#marketplace/buyer/ui/company-select/entity-form-model.ts'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import type { LinkedEntityWire } from '#shared/contract/buy-box.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import type { BuyBoxes } from './buy-boxes-model.ts'
import { Block, Empty, LIST, Loading } from './parts.tsx'

export function SmartBlock({ model, onAdded }: { model: BuyBoxes; onAdded: () => void }) {
  useSignals()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<LinkedEntityWire | null>(null)
  const entities = model.entities.value
  return (
    <Block
      title="Smart Buy Box"
      note="AI matches deals to what these entities buy"
      action={
        <Button size="sm" className="pointer-coarse:h-11" onClick={() => setAdding(true)}>
          <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
          Add LLC or trust
        </Button>
      }
    >
      {entities.phase === 'loading' ? <Loading /> : null}
      {entities.phase === 'failed' ? (
        <LoadFailed onRetry={() => void model.load()}>Your LLCs and trusts could not be loaded.</LoadFailed>
      ) : null}
      {entities.phase === 'ready' && entities.value.length === 0 ? (
        <Empty>No LLC or trust is linked. Add one, and its purchases say what deals fit you.</Empty>
      ) : null}
      {entities.phase === 'ready' && entities.value.length > 0 ? (
        <ul className={LIST} aria-label="Linked LLCs and trusts">
          {entities.value.map((entity) => (
            <Entity key={entity.id} entity={entity} onRemove={() => setLeaving(entity)} />
          ))}
        </ul>
      ) : null}
      {isAdding ? (
        <AddEntities
          model={model}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false)
            onAdded()
          }}
        />
      ) : null}
      {leaving ? <RemoveEntity model={model} entity={leaving} onClose={() => setLeaving(null)} /> : null}
    </Block>
  )
}

const PROOFS = {
  self_declared: { text: 'Self-declared', className: 'bg-active text-text-2' },
  id_match: { text: 'ID match', className: 'bg-gain-soft text-gain-text' },
  document: { text: 'Document checked', className: 'bg-gain-soft text-gain-text' },
} as const

function Entity({ entity, onRemove }: { entity: LinkedEntityWire; onRemove: () => void }) {
  const proof = PROOFS[entity.proof ?? 'self_declared']
  return (
    <li className="flex items-center gap-3.5 px-4 py-3">
      <Building2 size={17} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="min-w-0 break-words font-label">{entity.name}</span>
          {entity.state ? <StateTag state={entity.state} /> : null}
          <span
            className={classNames(
              'flex h-5 items-center rounded-xs px-1.75 font-semibold text-2xs',
              proof.className,
            )}
          >
            {proof.text}
          </span>
        </p>
        <p className="num mt-0.5 text-sm text-text-2">{purchasesText(entity.purchases ?? null)}</p>
      </div>
      <IconButton aria-label={`Remove ${entity.name}`} onClick={onRemove}>
        <Trash2 size={17} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function purchasesText(count: number | null): string {
  if (count === null) return 'Too few known purchases'
  return count === 1 ? '1 known purchase' : `${count.toLocaleString('en-US')} known purchases`
}

interface AddProps {
  model: BuyBoxes
  onClose: () => void
  onAdded: () => void
}

function AddEntities({ model, onClose, onAdded }: AddProps) {
  const services = useServices()
  const [form] = useState(() =>
    createEntityForm({
      ...services,
      connected: model.connected,
      onAdded,
    }),
  )
  useEffect(() => () => form.dispose(), [form])
  // Rows before the one that failed are linked.
  function close() {
    if (form.rows.peek().some((row) => row.isLinked)) void model.load()
    onClose()
  }
  return (
    <Modal title="Link Your LLC or Trust" onClose={close}>
      <EntityForm form={form} submitLabel="Add to My Smart Buy Box" />
    </Modal>
  )
}

interface RemoveProps {
  model: BuyBoxes
  entity: LinkedEntityWire
  onClose: () => void
}

function RemoveEntity({ model, entity, onClose }: RemoveProps) {
  useSignals()
  const { isBusy, errorMessage: error, run } = useAction()
  const isLast = model.rests.value === 1

  async function remove() {
    if (await run(() => model.unlink(entity))) onClose()
  }

  return (
    <ConfirmDialog
      title={`Remove ${entity.name}`}
      confirmLabel="Remove"
      isDanger
      isBusy={isBusy}
      error={error}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>What was learned from its purchases goes. What you edited or locked stays.</p>
      {isLast ? <p>Nothing else says what you buy, so the set-up opens again.</p> : null}
    </ConfirmDialog>
  )
}
