/** What stands over the editor: which deal it is, whether it is saved, and publishing, its status and taking it down. */
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useState } from 'react'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import { listingWords, STATUS_WORDS } from '#marketplace/seller/deals/deal-labels.ts'
import { newDoubts } from '#marketplace/seller/deals/new-doubts.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { DEAL_STATUSES, type DealStatus } from '#shared/contract/properties.ts'
import type { SellerDealWire } from '#shared/contract/seller-listing.ts'
import { systemClock } from '#shared/lib/clock.ts'
import type { PlacedDoubt } from '#shared/rules/fair-housing/doubtful-phrases.ts'
import { Button, buttonClass } from '#shared/ui/button.tsx'
import { focusOnce } from '#shared/ui/focus-once.ts'
import { AdvisedButton } from '../advised-button.tsx'

interface ActionsProps {
  store: SellerStore
  editor: DealEditor
  deal: SellerDealWire
}

const SAVING_WORDS = {
  saved: 'All changes are saved.',
  unsaved: 'Changes are not saved yet.',
  saving: 'Saving…',
  failed: 'Some changes are not saved.',
} as const

export function DealActions({ store, editor, deal }: ActionsProps) {
  useSignals()
  const fields = editor.fields.value ?? deal.fields
  const name = fields.address || fields.title || 'New deal'
  const doubts = useMemo(() => newDoubts(deal, fields), [deal, fields])
  const wrong = Object.keys(editor.errors.value).length
  return (
    <div
      ref={keepRoom}
      data-deal-bar=""
      className="sticky top-0 z-1 grid gap-2 border-line border-b bg-surface py-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div className="me-auto min-w-0">
          <ViewHeading name={name} className="truncate font-semibold text-lg" />
          <p className="text-sm text-text-2">
            {listingWords({ ...deal, expires_at: deal.fields.expires_at }, systemClock.now())} ·{' '}
            <span role="status">{SAVING_WORDS[editor.saving.value]}</span>
          </p>
        </div>
        <a href={deal.preview_url} target="_blank" rel="noreferrer" className={buttonClass({})}>
          {deal.listing === 'draft' ? 'Preview' : 'View page'}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        {deal.listing === 'draft' ? (
          <DraftButtons store={store} editor={editor} doubts={doubts} />
        ) : (
          <ListedButtons editor={editor} deal={deal} doubts={doubts} />
        )}
      </div>
      <FormProblem message={editor.errorMessage.value ?? (wrong > 0 ? wrongWords(wrong) : null)} />
    </div>
  )
}

/** What gets the focus comes out from behind the bar, however high it is (WCAG 2.4.11). */
function keepRoom(bar: HTMLElement | null) {
  const scroller = bar?.closest<HTMLElement>('[data-scroller]')
  if (!bar || !scroller) return
  const observer = new ResizeObserver(() =>
    scroller.style.setProperty('--bar-room', `${bar.offsetHeight + 8}px`),
  )
  observer.observe(bar)
  return () => {
    observer.disconnect()
    scroller.style.removeProperty('--bar-room')
  }
}

const wrongWords = (count: number) =>
  count === 1
    ? 'One field has an error; see its message.'
    : `${count} fields have errors; see their messages.`

interface ButtonsProps extends ActionsProps {
  /** What would be published against the advice. */
  doubts: readonly PlacedDoubt[]
}

function DraftButtons({ store, editor, doubts }: Omit<ButtonsProps, 'deal'>) {
  const publishing = useBusy()
  const publish = async () => {
    if (!(await publishing.during(editor.publish()))) focusWrong()
  }
  const [isSure, setSure] = useState(false)
  const deleting = useBusy()
  const throwAway = async () => {
    if (await deleting.during(editor.throwAway())) store.go({ kind: 'deals' })
  }
  return (
    <>
      {isSure ? (
        <>
          <Button variant="danger" isBusy={deleting.isBusy} onClick={() => void throwAway()}>
            Delete the draft for good
          </Button>
          <Button ref={focusOnce} onClick={() => setSure(false)}>
            Keep it
          </Button>
        </>
      ) : (
        <Button onClick={() => setSure(true)}>Delete draft</Button>
      )}
      <AdvisedButton
        variant="primary"
        doubts={doubts}
        verb="Publish"
        done="Published"
        isBusy={publishing.isBusy}
        onConfirm={() => void publish()}
      >
        Publish
      </AdvisedButton>
    </>
  )
}

/** A status that ends the deal's open offers. */
type Ending = 'sold' | 'removed'

const ENDINGS: Record<Ending, { title: string; verb: string; text: string }> = {
  sold: {
    title: 'Mark as sold',
    verb: 'Mark as sold',
    text: 'All open offers on this deal end, and their buyers read that it was sold to another buyer. You can change the status again, but the offers stay ended.',
  },
  removed: {
    title: 'Take down',
    verb: 'Take down',
    text: 'Buyers no longer find this deal, and all open offers on it end. You can list it again, but the offers stay ended.',
  },
}

function ListedButtons({ editor, deal, doubts }: Omit<ButtonsProps, 'store'>) {
  useSignals()
  const saving = useBusy()
  const save = async () => {
    if (!(await saving.during(editor.save()))) focusWrong()
  }
  const listing = useBusy()
  const list = async () => {
    if (!(await listing.during(editor.publish()))) focusWrong()
  }
  const status = useBusy()
  const [asked, setAsked] = useState<Ending | null>(null)
  const setStatus = (wanted: DealStatus | Ending) => {
    setAsked(null)
    void status.during(editor.setStatus(wanted))
  }
  const chooseStatus = (wanted: string) => {
    const known = DEAL_STATUSES.find((one) => one === wanted)
    if (known === 'sold') setAsked(known)
    else if (known) setStatus(known)
  }
  return (
    <>
      {deal.listing === 'listed' ? (
        <>
          <select
            aria-label="Status"
            disabled={status.isBusy}
            value={deal.status}
            onChange={(event) => chooseStatus(event.currentTarget.value)}
            className="field-box w-auto!"
          >
            {DEAL_STATUSES.map((one) => (
              <option key={one} value={one}>
                {STATUS_WORDS[one]}
              </option>
            ))}
          </select>
          <Button isBusy={status.isBusy} onClick={() => setAsked('removed')}>
            Take down
          </Button>
        </>
      ) : (
        <AdvisedButton
          doubts={doubts}
          verb="Publish"
          done="Published"
          isBusy={listing.isBusy}
          onConfirm={() => void list()}
        >
          List it again
        </AdvisedButton>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          title={ENDINGS[asked].title}
          confirmLabel={ENDINGS[asked].verb}
          isDanger
          onConfirm={() => setStatus(asked)}
          onCancel={() => setAsked(null)}
        >
          <p>{ENDINGS[asked].text}</p>
        </ConfirmDialog>
      )}
      <AdvisedButton
        variant="primary"
        doubts={deal.listing === 'listed' ? doubts : []}
        verb="Save"
        done="Published"
        disabled={editor.saving.value === 'saved'}
        isBusy={saving.isBusy}
        onConfirm={() => void save()}
      >
        Save changes
      </AdvisedButton>
    </>
  )
}
