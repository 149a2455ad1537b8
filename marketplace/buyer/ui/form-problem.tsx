/** What keeps a form from being sent and concerns none of its fields, or a wait that counts down beside the button it closes. */
import { waitText } from '#marketplace/buyer/platform/countdown.ts'

export function FormProblem({ message }: { message: string | null }) {
  return message === null ? null : (
    <p role="alert" className="text-danger-text text-sm">
      {message}
    </p>
  )
}

export function WaitNotice({ seconds }: { seconds: number }) {
  return seconds === 0 ? null : (
    <p className="text-sm text-text-2">
      <span role="alert">Too many tries.</span> Try again in <span className="num">{waitText(seconds)}</span>.
    </p>
  )
}
