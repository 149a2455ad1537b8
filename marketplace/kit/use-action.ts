/** The busy and failed states of an action. */
import { useId, useState } from 'react'
import { ApiError } from '#shared/api/api-error.ts'
import { errorAt, type FormErrors, focusWrong, formMessage, NO_ERRORS, sayFailure } from './attempt.ts'
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
 * attributes of `marks`, with `problemId` at its message, moves the focus to the first that was refused. Fields that say
 * themselves what is wrong with them are `placed`, and have the text of `errorOf`. `refuse` says what is wrong before it is sent.
 */
export function useAction(placed: readonly string[] = []) {
  const { isBusy, during } = useBusy()
  const [errors, setErrors] = useState(NO_ERRORS)
  const problemId = useId()
  const setErrorMessage = (message: string | null) => setErrors({ fields: {}, message })
  const refuse = (refused: FormErrors) => {
    setErrors(refused)
    if (Object.keys(refused.fields).length > 0) focusWrong()
  }
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setErrors(NO_ERRORS)
    try {
      const problem = await during(work())
      if (typeof problem !== 'string') return true
      setErrorMessage(problem)
    } catch (error) {
      if (!(error instanceof ApiError)) {
        setErrorMessage(errorText(error))
        throw error
      }
      refuse(sayFailure(error.failure))
    }
    return false
  }
  const errorOf = (name: string) => errorAt(errors, name)
  /** Of the field with one of these names on the wire. */
  const marks = (...names: readonly string[]) =>
    names.some((name) => errorOf(name) !== null)
      ? { 'aria-invalid': true, 'aria-describedby': problemId }
      : {}
  const errorMessage = formMessage(errors, placed)
  return { isBusy, errorMessage, setErrorMessage, run, refuse, marks, errorOf, problemId }
}
