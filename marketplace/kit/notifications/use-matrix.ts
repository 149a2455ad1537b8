/** Ties the settings of notifications to their page: loaded with it, checked when the server is back, and saved before it is left. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { Connection } from '#marketplace/kit/connection.ts'
import { useSavingWhile, useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import { useWhenBack } from '#marketplace/kit/use-when-back.ts'
import type { MatrixModel } from './matrix-model.ts'

export function useMatrix<Model extends MatrixModel>(
  create: () => Model,
  connection: Pick<Connection, 'onBack'> | null,
): Model {
  useSignals()
  const [model] = useState(create)
  useEffect(() => {
    void model.load()
    return model.dispose
  }, [model])
  useWhenBack(() => void (model.isInDoubt.peek() && model.load()), connection)
  useUnsavedWhile(model.isBusy.value)
  useSavingWhile(model.isBusy.value)
  return model
}
