/** A buyer's notices in this browser. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { toast } from '#marketplace/buyer/ui/toast.ts'
import { BUYER_NOTICES, browserNotices } from '#marketplace/kit/notifications/browser-notices.ts'
import { createDeviceModel } from '#marketplace/kit/notifications/device-model.ts'
import { DEVICE_WORDS, DeviceSwitch } from '#marketplace/kit/notifications/device-switch.tsx'
import { addPushDevice, pushKey, removePushDevice } from '#shared/contract/notifications.ts'

interface DeviceProps {
  userId: number
  /** How many browsers of this person get notices. */
  devices: number
  /** Counts them again. */
  refresh: () => Promise<void>
}

export function DeviceSection({ userId, devices, refresh }: DeviceProps) {
  useSignals()
  const { api } = useServices()
  const [model] = useState(() =>
    createDeviceModel({
      calls: {
        key: () => api(pushKey, {}),
        add: (body) => api(addPushDevice, { body }),
        remove: (body) => api(removePushDevice, { body }),
      },
      notices: browserNotices(window, BUYER_NOTICES, userId),
    }),
  )
  useEffect(() => void model.look(), [model])
  const switched = (isOn: boolean) =>
    toast(isOn ? 'Push notifications are on on this device' : 'Push notifications are off on this device')
  return (
    <Section title="Notifications on this device" note={DEVICE_WORDS[model.state.value.phase]}>
      <DeviceSwitch model={model} devices={devices} refresh={refresh} onSwitched={switched} />
    </Section>
  )
}
