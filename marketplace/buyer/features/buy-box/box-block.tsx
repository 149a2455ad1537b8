/** One buy box: its target locations and criteria, what a smart one learned, and how it notifies. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useId, useState } from 'react'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useAction } from '#marketplace/kit/use-action.ts'
import type { BuyBoxWire } from '#shared/contract/buy-box.ts'
import { Button } from '#shared/ui/button.tsx'
import type { BoxChange, BoxModel } from './box-model.ts'
import type { BuyBoxes } from './buy-boxes-model.ts'
import { CriteriaList } from './criteria-list.tsx'
import { LearnedAreas, LearnedSummary } from './learned-panel.tsx'
import { MarketsField } from './markets-field.tsx'
import { NameDialog } from './name-dialog.tsx'
import { Block, FIELD, Heading } from './parts.tsx'

const BoxHealthNote = lazyPart(() => import('./box-health-note.tsx'))

export interface BoxBlockProps {
  model: BuyBoxes
  box: BoxModel
  /** The only manual box needs no name: its target locations are the heading, as on the drawing. */
  isOnlyManual: boolean
}

export function BoxBlock({ model, box, isOnlyManual }: BoxBlockProps) {
  useSignals()
  const wire = box.box.value
  const isSmart = wire.mode === 'smart'
  const learned = isSmart ? wire.learned : null
  const title = isSmart ? 'What we learned' : isOnlyManual ? ONLY_TITLE : wire.name
  return (
    <Block title={title} {...(isSmart ? { id: 'learned' } : {})} note={wire.is_paused ? 'Paused' : null}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {learned ? (
          <>
            <LearnedSummary box={box} learned={learned} />
            <Criteria box={box} />
            <LearnedAreas box={box} areas={learned.areas} />
          </>
        ) : null}
        <div>
          {title === ONLY_TITLE ? null : <Heading>{learned ? 'Places you add' : ONLY_TITLE}</Heading>}
          <MarketsField
            markets={box.markets}
            isLast={() => model.rests.peek() === 1 && box.markets.list.peek().length === 1}
          />
        </div>
        {learned ? null : <Criteria box={box} />}
        <Suspense fallback={null}>
          <BoxHealthNote box={box} title={title} />
        </Suspense>
        <BoxSettings model={model} box={box} canRename={!isSmart} />
        <FormProblem className="mt-2" message={box.problem.value} />
      </div>
    </Block>
  )
}

function Criteria({ box }: { box: BoxModel }) {
  return (
    <div>
      <Heading>Criteria</Heading>
      <CriteriaList box={box} />
    </div>
  )
}

const ONLY_TITLE = 'Target locations'

const NOTICES = [
  ['instant', 'As in my notifications'],
  ['daily', 'Emailed once a day'],
  ['weekly', 'Emailed once a week'],
  ['off', 'No notices'],
] as const satisfies readonly (readonly [BuyBoxWire['notify'], string])[]

interface SettingsProps {
  model: BuyBoxes
  box: BoxModel
  canRename: boolean
}

function BoxSettings({ model, box, canRename }: SettingsProps) {
  useSignals()
  const id = useId()
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const { name, is_paused, notify } = box.box.value

  async function change(to: BoxChange, said: string) {
    if (await box.save(to)) toast(said)
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-t pt-4">
      <label htmlFor={id} className="text-sm text-text-2">
        New matches
      </label>
      <select
        id={id}
        value={notify}
        className={`${FIELD} h-8! w-auto! text-sm! pointer-coarse:h-11!`}
        onChange={(event) => {
          const chosen = NOTICES.find(([value]) => value === event.currentTarget.value)
          if (chosen) void change({ notify: chosen[0] }, `New matches: ${chosen[1].toLowerCase()}`)
        }}
      >
        {NOTICES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span className="ml-auto flex flex-wrap gap-1">
        <Button
          variant="ghost"
          size="sm"
          className="pointer-coarse:h-11"
          onClick={() =>
            void change({ is_paused: !is_paused }, is_paused ? 'Buy box resumed' : 'Buy box paused')
          }
        >
          {is_paused ? 'Resume' : 'Pause'}
        </Button>
        {canRename ? (
          <>
            <Button
              variant="ghost"
              size="sm"
              className="pointer-coarse:h-11"
              onClick={() => setDialog('rename')}
            >
              Rename
            </Button>
            <Button
              variant="ghost"
              size="sm"
              className="pointer-coarse:h-11"
              onClick={() => setDialog('delete')}
            >
              Delete
            </Button>
          </>
        ) : null}
      </span>
      {dialog === 'rename' ? (
        <NameDialog
          title="Rename buy box"
          label="Save name"
          first={name}
          onClose={() => setDialog(null)}
          save={async (next) => {
            const isSaved = await box.save({ name: next })
            const problem = box.problem.peek()
            box.forgetProblem()
            if (isSaved) toast('Buy box renamed')
            return isSaved ? null : problem
          }}
        />
      ) : null}
      {dialog === 'delete' ? <DeleteBox model={model} box={box} onClose={() => setDialog(null)} /> : null}
    </div>
  )
}

function DeleteBox({ model, box, onClose }: { model: BuyBoxes; box: BoxModel; onClose: () => void }) {
  useSignals()
  const { isBusy, errorMessage: error, run } = useAction()
  const isAll = model.rests.value === box.markets.list.value.length

  async function remove() {
    if (!(await run(() => model.remove(box)))) return
    toast('Buy box deleted')
    onClose()
  }

  return (
    <ConfirmDialog
      title={`Delete ${box.box.value.name}`}
      confirmLabel="Delete buy box"
      isDanger
      isBusy={isBusy}
      error={error}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>Its target locations and criteria go with it.</p>
      {isAll ? <p>Nothing else says what you buy, so the set-up opens again.</p> : null}
    </ConfirmDialog>
  )
}
