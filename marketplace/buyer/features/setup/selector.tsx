/** The first of the three: smart or manual. */
import { PlatDrawing } from '#marketplace/buyer/ui/plat-drawing.tsx'
import { Button } from '#shared/ui/button.tsx'
import { OtherWays, SetupFrame } from './setup-frame.tsx'
import type { SetupModel } from './setup-model.ts'

export function Selector({ act }: { act: SetupModel['act'] }) {
  return (
    <SetupFrame title="Set up Your Buy Box">
      <div className="-mx-4 -mt-4.5 relative h-32 overflow-hidden border-line border-b bg-accent-soft [@media(max-height:600px)]:hidden sheet:-mx-6 sheet:-mt-6">
        <PlatDrawing lot="found" lotAt={[0.5, 0.5]} />
      </div>
      <h3 className="mt-6 text-balance font-semibold text-xl tracking-[-0.018em] [@media(max-height:600px)]:mt-0">
        Add Your LLC or Trust for Your Smart Buy Box
      </h3>
      <p className="mt-2 text-text-2">
        AI matches properties to your entity's criteria and location preferences, so your feed and alerts only
        carry deals that fit.
      </p>
      <Button variant="primary" size="lg" isBlock className="mt-5.5" onClick={() => act({ type: 'smart' })}>
        Create My Smart Buy Box
      </Button>
      <OtherWays other="Or, set up my buy box manually" onOther={() => act({ type: 'manual' })} />
    </SetupFrame>
  )
}
