/** Who answers questions, as the operator set it; nothing where nobody is named. */
import { useConfigs } from '#marketplace/buyer/platform/services-context.tsx'

export interface SupportContactProps {
  /** Before the address, e.g. `Questions?`. */
  lead?: string
  hasHours?: boolean
  className?: string
}

export function SupportContact({ lead, hasHours = false, className }: SupportContactProps) {
  const support = useConfigs()?.support
  if (!support?.email && !support?.phone) return null
  const { email, phone, hours } = support
  return (
    <span className={className}>
      {lead ? `${lead} ` : null}
      {email ? (
        <a href={`mailto:${email}`} className="wrap-anywhere text-link">
          {email}
        </a>
      ) : null}
      {email && phone ? ' or ' : null}
      {phone ? (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="num whitespace-nowrap text-link">
          {phone}
        </a>
      ) : null}
      {hasHours && hours ? `, ${hours}` : null}
    </span>
  )
}
