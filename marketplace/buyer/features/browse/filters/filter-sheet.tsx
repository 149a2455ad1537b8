/** Filters over the page: all of them on phones, those without a button of their own elsewhere. The way out says what they give. */
import { useSignals } from '@preact/signals-react/runtime'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { formatNumber } from '#shared/format/count.ts'
import { Button } from '#shared/ui/button.tsx'
import { useBrowse } from '../browse-context.tsx'
import { AllPanels, MorePanels } from './filter-panels.tsx'

export function FilterSheet({ isWhole, onClose }: { isWhole: boolean; onClose: () => void }) {
  return (
    <Modal
      title={isWhole ? 'Filters' : 'More filters'}
      onClose={onClose}
      footer={<SheetFooter onClose={onClose} />}
    >
      <div className="grid gap-6">{isWhole ? <AllPanels /> : <MorePanels />}</div>
    </Modal>
  )
}

function SheetFooter({ onClose }: { onClose: () => void }) {
  useSignals()
  const model = useBrowse()
  const count = model.shown.value?.result.count
  return (
    <>
      <Button variant="ghost" className="pointer-coarse:h-11" onClick={model.clearFilters}>
        Clear all
      </Button>
      <Button
        variant="primary"
        className="num ml-auto pointer-coarse:h-11 max-sheet:flex-1"
        onClick={onClose}
      >
        {count === undefined ? 'Show deals' : `Show ${formatNumber(count)} ${count === 1 ? 'deal' : 'deals'}`}
      </Button>
    </>
  )
}
