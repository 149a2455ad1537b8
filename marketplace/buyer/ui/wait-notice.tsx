/** A wait that counts down beside the button it closes. Only its first sentence is announced. */
import { waitText } from '#marketplace/buyer/platform/countdown.ts'

export function WaitNotice({ seconds }: { seconds: number }) {
  const isWaiting = seconds > 0
  return (
    <p className={isWaiting ? 'text-sm text-text-2' : 'sr-only'}>
      <span role="alert">{isWaiting ? 'Too many tries.' : null}</span>
      {isWaiting ? (
        <>
          {' '}
          Try again in <span className="num">{waitText(seconds)}</span>.
        </>
      ) : null}
    </p>
  )
}
