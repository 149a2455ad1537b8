import { useEffect, useRef } from 'react'
import type { Connection } from './connection.ts'

/** Runs the latest `run` when the server answers again after it was away. */
export function useWhenBack(run: () => void, connection: Pick<Connection, 'onBack'> | null): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => connection?.onBack(() => latest.current()), [connection])
}
