/** The sign that a line opens, and that it is open. For the head of a `details` of the class `group`. */
import { ChevronRight } from 'lucide-react'

export function Fold() {
  return (
    <ChevronRight
      size={14}
      strokeWidth={1.75}
      aria-hidden="true"
      className="flex-none text-text-3 group-open:rotate-90 print:hidden"
    />
  )
}
