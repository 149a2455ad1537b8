/** The person's logged-in devices, with "Log out" for each and for all. Shared by the seller's app and the console. */

import { useCallback, useEffect, useState } from 'react'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { LoadFailed } from '#marketplace/kit/ui/load-failed.tsx'
import type { LoginSessionWire } from '#shared/contract/sessions.ts'
import { Button } from '#shared/ui/button.tsx'

export interface DeviceCalls {
  list(): Promise<LoginSessionWire[]>
  end(session: number): Promise<unknown>
  endAll(): Promise<unknown>
}

interface DevicesProps {
  /** Must be the same object as long as the list lives. */
  calls: DeviceCalls
  /** This device was logged out. */
  onLeft: () => void
}

export function Devices({ calls, onLeft }: DevicesProps) {
  const [rows, setRows] = useState<readonly LoginSessionWire[] | null>(null)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = useCallback(async (work: () => Promise<void>) => {
    setBusy(true)
    setErrorMessage(null)
    await work().catch((error: unknown) => setErrorMessage(errorText(error)))
    setBusy(false)
  }, [])
  const load = useCallback(() => run(async () => setRows(await calls.list())), [calls, run])
  useEffect(() => void load(), [load])
  const end = (row: LoginSessionWire) =>
    run(async () => {
      await calls.end(row.id)
      if (row.is_current) return onLeft()
      setRows(await calls.list())
    })
  const endAll = () =>
    run(async () => {
      await calls.endAll()
      onLeft()
    })
  return (
    <div className="grid gap-4">
      {rows === null && errorMessage !== null ? (
        <LoadFailed onRetry={() => void load()}>{errorMessage}</LoadFailed>
      ) : (
        <FormProblem message={errorMessage} />
      )}
      <ul
        aria-label="Devices"
        aria-busy={rows === null}
        className="rounded-md border border-line empty:hidden [&>li+li]:border-line [&>li+li]:border-t"
      >
        {(rows ?? []).map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
            <span className="me-auto grid">
              <span>
                {row.device}
                {row.is_current ? <span className="text-text-3"> (this device)</span> : null}
              </span>
              <span className="text-text-3 text-xs">
                {row.ip ?? 'Unknown address'} · last used {momentWords(row.last_used_at ?? row.created_at)}
              </span>
            </span>
            <Button
              size="sm"
              disabled={isBusy}
              aria-label={`Log out ${row.device}`}
              onClick={() => void end(row)}
            >
              Log out
            </Button>
          </li>
        ))}
      </ul>
      <Button disabled={isBusy} onClick={() => void endAll()} className="justify-self-start">
        Log out everywhere
      </Button>
    </div>
  )
}
