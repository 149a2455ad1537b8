/** Notices in this browser: first what they are and a button, only then the browser's own question. */
import { useSignals } from '@preact/signals-react/runtime'
import { BRAND } from '#marketplace/kit/brand.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Button } from '#shared/ui/button.tsx'
import type { DeviceModel, DeviceState } from './device-model.ts'

export const DEVICE_WORDS: Readonly<Record<DeviceState['phase'], string>> = {
  looking: '',
  unable: `This browser cannot show them. On an iPhone, add ${BRAND} to the home screen first.`,
  denied: 'This browser blocks notifications from this site. Allow them in its settings to turn them on.',
  off: `Get instant notifications, even when no page of ${BRAND} is open, for what is checked under Device above. Your browser asks for permission.`,
  on: 'On: this browser gets what is checked under Device above at once, outside your quiet hours.',
}

interface SwitchProps {
  model: DeviceModel
  /** How many browsers of this person get notices. */
  devices: number
  /** Counts them again. */
  refresh: () => Promise<void>
  onSwitched?: (isOn: boolean) => void
}

export function DeviceSwitch({ model, devices, refresh, onSwitched }: SwitchProps) {
  useSignals()
  const { phase } = model.state.value
  const isOn = phase === 'on'
  const others = devices - (isOn ? 1 : 0)
  async function press() {
    const isDone = isOn ? await model.turnOff() : await model.turnOn()
    if (isDone) onSwitched?.(!isOn)
    await refresh()
  }
  return (
    <div className="grid justify-items-start gap-2.5">
      {phase === 'on' || phase === 'off' ? (
        <Button className="pointer-coarse:h-11" isBusy={model.isBusy.value} onClick={() => void press()}>
          {isOn ? 'Turn notifications off here' : 'Turn notifications on here'}
        </Button>
      ) : null}
      {others > 0 ? (
        <p className="text-sm text-text-2">
          {others === 1
            ? 'One of your other browsers gets them.'
            : `${others} other browsers of yours get them.`}
        </p>
      ) : null}
      <FormProblem message={model.problem.value} />
    </div>
  )
}
