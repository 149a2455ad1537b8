/** A leaf of a calendar: weekday and day. The words beside it say the same, so it is not read aloud. */
export function VisitLeaf({ weekday, day }: { weekday: string; day: string }) {
  return (
    <div
      aria-hidden="true"
      className="grid w-13 flex-none place-items-center rounded-md border border-line-strong py-1 leading-tight"
    >
      <span className="font-semibold text-2xs text-flag-text">{weekday}</span>
      <b className="num font-semibold text-md">{day}</b>
    </div>
  )
}
