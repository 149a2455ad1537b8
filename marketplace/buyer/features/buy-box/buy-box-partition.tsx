/** "My buy box": what the customer buys, learned from their LLCs and trusts or set by hand. */
import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { createTargetMarkets } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { BUY_BOXES_MAX } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { BoxBlock } from './box-block.tsx'
import { createBuyBoxes } from './buy-boxes-model.ts'
import { MarketsField } from './markets-field.tsx'
import { NameDialog } from './name-dialog.tsx'
import { Block, Loading } from './parts.tsx'
import { SmartBlock } from './smart-block.tsx'

export default function BuyBoxPartition() {
  useSignals()
  const services = useServices()
  const page = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [dialog, setDialog] = useState<'saved' | 'new' | null>(null)
  const [model] = useState(() =>
    createBuyBoxes({
      ...services,
      onLess: () => {
        services.setup.checkAsked.value++
      },
    }),
  )
  useEffect(() => void model.load(), [model])
  // A set-up that ends over this page, or in another tab, changed what stands here.
  useSignalEffect(() => {
    // Later, so that what the load reads does not count as what this waits for.
    if (services.setup.finished.value > 0) queueMicrotask(() => void model.load())
  })

  const boxes = model.boxes.value
  const list = boxes.phase === 'ready' ? boxes.value : []
  const isOnlyManual = list.filter((one) => one.box.value.mode === 'manual').length === 1

  const count = list.length
  const lastCount = useRef(count)
  useEffect(() => {
    const isFewer = count < lastCount.current
    lastCount.current = count
    if (!isFewer) return
    // The deleted box took the button with it that the keyboard was at.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) addButton.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [count])

  function showLearned() {
    setDialog(null)
    requestAnimationFrame(() => {
      const learned = page.current?.querySelector<HTMLElement>('#learned h2')
      learned?.scrollIntoView({ block: 'start' })
      learned?.focus({ preventScroll: true })
    })
  }

  return (
    <div ref={page}>
      <SmartBlock
        model={model}
        onAdded={() => {
          setDialog('saved')
          void model.load()
        }}
      />
      {boxes.phase === 'loading' ? (
        <Block title="Target locations">
          <Loading />
        </Block>
      ) : null}
      {boxes.phase === 'failed' ? (
        <Block title="Target locations">
          <LoadFailed onRetry={() => void model.load()}>Your buy boxes could not be loaded.</LoadFailed>
        </Block>
      ) : null}
      {list.map((box) => (
        <BoxBlock key={box.id} model={model} box={box} isOnlyManual={isOnlyManual} />
      ))}
      {boxes.phase === 'ready' && list.length === 0 ? (
        <FirstMarkets onAdded={() => void model.load()} />
      ) : null}
      {boxes.phase === 'ready' && list.length < BUY_BOXES_MAX ? (
        <div className="pt-8">
          <Button ref={addButton} className="pointer-coarse:h-11" onClick={() => setDialog('new')}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            Add buy box
          </Button>
        </div>
      ) : null}
      {dialog === 'saved' ? <SavedModal onClose={() => setDialog(null)} onLearned={showLearned} /> : null}
      {dialog === 'new' ? (
        <NameDialog
          title="New buy box"
          label="Add buy box"
          onClose={() => setDialog(null)}
          save={model.create}
        />
      ) : null}
    </div>
  )
}

/** Without any box: the first place makes one. */
function FirstMarkets({ onAdded }: { onAdded: () => void }) {
  const services = useServices()
  const [markets] = useState(() => createTargetMarkets({ ...services, onChanged: onAdded }))
  return (
    <Block title="Target locations">
      <MarketsField markets={markets} isLast={() => true} />
    </Block>
  )
}

/** Says that the Smart Buy Box has grown, and leads to what it learned. */
function SavedModal({ onClose, onLearned }: { onClose: () => void; onLearned: () => void }) {
  const go = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      title="Your buy box is saved"
      onClose={onClose}
      initialFocus={go}
      footer={
        <>
          <Button className="ml-auto pointer-coarse:h-11" onClick={onClose}>
            Done
          </Button>
          <Button ref={go} variant="primary" className="pointer-coarse:h-11" onClick={onLearned}>
            See what we learned
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        Your LLCs and trusts are linked. See what their purchases say about the deals you look for, and change
        what does not fit.
      </p>
    </Modal>
  )
}
