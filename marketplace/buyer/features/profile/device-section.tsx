/** Notices in this browser: first what they are and a button, only then the browser's own question. */

import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { toast } from '#marketplace/buyer/ui/toast.ts'
import { BRAND } from '#marketplace/kit/brand.ts'
import { Button } from '#shared/ui/button.tsx'
import { browserNotices, createDeviceModel, type DeviceModel, type DeviceState } from './this-device.ts'

interface DeviceProps {
  /** How many browsers of this person get notices. */
  devices: number
  /** Counts them anew. */
  refresh: () => Promise<void>
}

export function DeviceSection({ userId, devices, refresh }: DeviceProps & { userId: number }) {
  useSignals()
  const { api } = useServices()
  const [model] = useState(() => createDeviceModel({ api, notices: browserNotices(window, userId) }))
  useEffect(() => void model.look(), [model])
  const state = model.state.value
  const others = devices - (state.phase === 'on' ? 1 : 0)
  return (
    <Section title="Notices on this device" note={WORDS[state.phase]}>
      <div className="grid justify-items-start gap-2.5">
        <Switch state={state} model={model} refresh={refresh} />
        {others > 0 ? (
          <p className="text-sm text-text-2">
            {others === 1
              ? 'One of your other browsers gets them.'
              : `${others} other browsers of yours get them.`}
          </p>
        ) : null}
        <p role="alert" className="text-danger-text text-sm empty:hidden">
          {model.problem.value}
        </p>
      </div>
    </Section>
  )
}

const WORDS: Readonly<Record<DeviceState['phase'], string>> = {
  looking: '',
  unable: `This browser cannot show them. On an iPhone, add ${BRAND} to the home screen first.`,
  denied: 'This browser blocks notifications from this site. Allow them in its settings to turn them on.',
  off: `Get instant notifications, even when no page of ${BRAND} is open, for what is checked under Device above. Your browser asks for permission.`,
  on: 'On: this browser gets what is checked under Device above at once, outside your quiet hours.',
}

interface SwitchProps extends Pick<DeviceProps, 'refresh'> {
  state: DeviceState
  model: DeviceModel
}

function Switch({ state, model, refresh }: SwitchProps) {
  useSignals()
  async function press(isOn: boolean) {
    const isDone = isOn ? await model.turnOn() : await model.turnOff()
    if (isDone)
      toast(isOn ? 'Push notifications are on on this device' : 'Push notifications are off on this device')
    await refresh()
  }
  if (state.phase !== 'on' && state.phase !== 'off') return null
  const isOn = state.phase === 'on'
  return (
    <Button className="pointer-coarse:h-11" isBusy={model.isBusy.value} onClick={() => void press(!isOn)}>
      {isOn ? 'Turn notices off here' : 'Turn notices on here'}
    </Button>
  )
}
