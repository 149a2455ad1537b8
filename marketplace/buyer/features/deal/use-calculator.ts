/** The calculator of a deal on a page, with the platform fee as the server says now. */
import { computed } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { type CalculatorModel, createCalculatorModel } from './calculator-model.ts'
import type { Deal } from './deal.ts'

export function useCalculator(deal: Deal): CalculatorModel {
  useSignals()
  const { api, clock, configs } = useServices()
  useEffect(() => void configs.load(), [configs])
  const [model] = useState(() => {
    const feeUsd = computed(() => configs.value.value?.platform_fee ?? null)
    return createCalculatorModel({ api, clock, deal, feeUsd })
  })
  return model
}
