/** Who runs this site, where it gets letters and how it is reached, as its staff set it at the console. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { SupportContact } from '#marketplace/buyer/ui/support-contact.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'

export function OperatorAddress() {
  useSignals()
  const { configs } = useServices()
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => void configs.load().then((value) => setFailed(value === null)), [configs])
  useEffect(load, [load])
  if (hasFailed && configs.value.value === null)
    return (
      <div className="mt-8">
        <LoadFailed onRetry={load}>The address and the contact could not be loaded.</LoadFailed>
      </div>
    )
  const postalAddress = configs.value.value?.postal_address
  return (
    <address className="mt-8 grid max-w-[68ch] gap-2 text-md text-text-2 not-italic">
      <strong className="font-semibold text-text">{BRAND}</strong>
      {postalAddress ? <span>{postalAddress}</span> : null}
      <SupportContact hasHours />
    </address>
  )
}
