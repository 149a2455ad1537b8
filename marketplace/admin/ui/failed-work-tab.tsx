/** Work that scheduled jobs failed to do: listed, retried, or dismissed with a reason. */
import { useCallback, useEffect, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import {
  adminDismissWork,
  adminFailedKinds,
  adminFailedWork,
  adminRetryKind,
  adminRetryWork,
  type FailedKindWire,
  type FailedWorkWire,
} from '#shared/contract/failed-work.ts'
import { Button } from '#shared/ui/button.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

type State = FailedWorkWire['state']

const STATES = {
  given_up: ['Given up', 'No work was given up.'],
  trying: ['Retrying', 'No retries are pending.'],
  dismissed: ['Dismissed', 'No work was dismissed.'],
} as const satisfies Record<State, readonly [string, string]>

export function FailedWorkTab({ api }: TabProps) {
  const [state, setState] = useState<State>('given_up')
  const [kind, setKind] = useState('')
  const load = useCallback(
    (page: number) => api(adminFailedWork, { query: { page, state, ...(kind === '' ? {} : { kind }) } }),
    [api, state, kind],
  )
  const pages = usePages<FailedWorkWire>(load)
  const { kinds, errorMessage } = useKinds({ api, rows: pages.rows })
  const [decision, setDecision] = useState<Decision | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const retry = async (work: FailedWorkWire) => {
    try {
      await api(adminRetryWork, { params: { work: work.id } })
      setFailure(null)
    } catch (error) {
      setFailure(errorText(error))
    }
    pages.reload()
  }
  const retryAll = (of: FailedKindWire) =>
    setDecision({
      title: `Retry all: ${of.label}`,
      action: 'Retry all',
      about: `${of.given_up} given-up items are retried within seconds.`,
      needsReason: false,
      run: async () => {
        await api(adminRetryKind, { params: { kind: of.kind } })
      },
    })
  const dismiss = (work: FailedWorkWire) =>
    setDecision({
      title: 'Dismiss this work',
      action: 'Dismiss',
      about: `${work.label} ${work.item} will not be done. The reason is logged.`,
      run: async (reason) => {
        await api(adminDismissWork, { params: { work: work.id }, body: { reason } })
      },
    })
  return (
    <>
      <FormProblem message={failure ?? (pages.errorMessage === null ? errorMessage : null)} />
      <Kinds kinds={kinds} onRetryAll={retryAll} />
      <div className="flex flex-wrap gap-4 text-sm">
        <Choice
          label="State"
          value={state}
          options={Object.entries(STATES).map(([value, [label]]) => [value, label] as const)}
          onChoose={(value) => setState(value as State)}
        />
        <Choice
          label="Kind"
          value={kind}
          options={[['', 'All kinds'], ...kinds.map((of) => [of.kind, of.label] as const)]}
          onChoose={setKind}
        />
      </div>
      <List
        pages={pages}
        columns={['Work', 'Error', 'Tries', 'First failed', 'Last failed', 'Actions']}
        empty={STATES[state][1]}
        keyOf={({ id }) => id}
        cells={(row) => [
          <span key="work" className="wrap-anywhere grid min-w-40 max-w-60">
            <b className="font-medium">{row.label}</b>
            <span className="text-text-2 text-xs">{row.item}</span>
          </span>,
          <span key="error" className="wrap-anywhere block min-w-50 max-w-100">
            {row.error}
          </span>,
          <span key="tries" className="num">
            {row.tries}
          </span>,
          momentWords(row.first_failed_at),
          momentWords(row.last_failed_at),
          <Acts key="acts" row={row} onRetry={() => void retry(row)} onDismiss={() => dismiss(row)} />,
        ]}
      />
      {decision ? (
        <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
      ) : null}
    </>
  )
}

/** Reloaded whenever the list was loaded. */
function useKinds({ api, rows }: TabProps & { rows: readonly FailedWorkWire[] | null }) {
  const [kinds, setKinds] = useState<readonly FailedKindWire[]>([])
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list tells when something has changed
  useEffect(() => {
    api(adminFailedKinds, {}).then(
      ({ data }) => {
        setKinds(data)
        setErrorMessage(null)
      },
      (error) => setErrorMessage(errorText(error)),
    )
  }, [api, rows])
  return { kinds, errorMessage }
}

function Kinds({
  kinds,
  onRetryAll,
}: {
  kinds: readonly FailedKindWire[]
  onRetryAll: (kind: FailedKindWire) => void
}) {
  if (kinds.length === 0) return null
  return (
    <ul
      aria-label="Kinds of work"
      className="rounded-md border border-line text-sm [&>li+li]:border-line [&>li+li]:border-t"
    >
      {kinds.map((of) => (
        <li key={of.kind} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
          <span className="me-auto font-medium">{of.label}</span>
          <span className="num text-text-2">
            {of.given_up} given up, {of.trying} still tried again
          </span>
          <Button
            size="sm"
            disabled={of.given_up === 0}
            aria-label={`Retry all: ${of.label}`}
            onClick={() => onRetryAll(of)}
          >
            Retry all
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface ActsProps {
  row: FailedWorkWire
  onRetry: () => void
  onDismiss: () => void
}

function Acts({ row, onRetry, onDismiss }: ActsProps) {
  return (
    <span className="grid gap-1">
      <span className="flex gap-2">
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
        {row.state === 'given_up' ? (
          <Button size="sm" onClick={onDismiss}>
            Dismiss
          </Button>
        ) : null}
      </span>
      <span className="wrap-anywhere max-w-60 text-text-2 text-xs empty:hidden">
        {row.state === 'trying' && row.next_try_at ? `Next try ${momentWords(row.next_try_at)}` : row.note}
      </span>
    </span>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChoose: (value: string) => void
}

const Choice = ({ label, value, options, onChoose }: ChoiceProps) => (
  <label className="flex items-center gap-2">
    {label}
    <select
      value={value}
      onChange={({ target: { value: chosen } }) => onChoose(chosen)}
      className="field-box w-auto! max-w-60"
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  </label>
)
