/** The busy and failed states of an action. */
import { useId, useState } from 'react'
import { ApiError } from '#shared/api/api-error.ts'
import { focusWrong, sayFailure } from './attempt.ts'
import { errorText } from './error-text.ts'

/** `during(work)` settles as `work` does; `isBusy` is true until then. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  async function during<T>(work: Promise<T>): Promise<T> {
    setBusy(true)
    try {
      return await work
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, during }
}

/**
 * `run(work)` resolves with true if `work` succeeded. Otherwise `errorMessage` is the text that `work` resolved with, or the text
 * of its error. Anything but an `ApiError` is a bug: its text is shown, and it is thrown again. A form whose fields have the
 * attributes of `marks`, with `problemId` at its message, moves the focus to the first that was refused.
 */
export function useAction() {
  const { isBusy, during } = useBusy()
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const problemId = useId()
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setErrorMessage(null)
    setRefused([])
    try {
      const problem = await during(work())
      if (typeof problem !== 'string') return true
      setErrorMessage(problem)
    } catch (error) {
      setErrorMessage(errorText(error))
      if (!(error instanceof ApiError)) throw error
      const names = Object.keys(sayFailure(error.failure).fields)
      setRefused(names)
      if (names.length > 0) focusWrong()
    }
    return false
  }
  /** Of the field with one of these names on the wire. */
  const marks = (...names: readonly string[]) =>
    names.some((name) => refused.includes(name))
      ? { 'aria-invalid': true, 'aria-describedby': problemId }
      : {}
  return { isBusy, errorMessage, setErrorMessage, run, marks, problemId }
}
