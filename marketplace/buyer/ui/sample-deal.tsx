/** An example of what a deal looks like, beside the plat drawing; marked as one. */
import { classNames } from '#shared/ui/class-names.ts'
import house from '#shared/ui/drawings/house-05.svg'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'

export function SampleDeal({ className }: { className?: string }) {
  return (
    <figure
      className={classNames(
        'flex w-96 max-w-[calc(100%-2rem)] items-center gap-3 rounded-lg bg-overlay px-4 py-3.5 shadow-pop',
        className,
      )}
    >
      <img
        src={house}
        alt=""
        width={84}
        height={64}
        className="h-16 w-21 flex-none rounded-md object-cover"
      />
      <figcaption className="min-w-0 flex-1">
        <p className="num flex items-baseline gap-2">
          <b className="font-semibold text-[1.125rem] tracking-[-0.02em]">$139,900</b>
          <span className="text-text-2 text-xs">ARV $228,000</span>
          <span className="ml-auto text-2xs text-text-3">Example</span>
        </p>
        <p className="mt-px mb-1.75 truncate text-sm text-text-2">4108 Averill Street, Houston, TX 77009</p>
        <SpreadBar priceUsd={139_900} arvUsd={228_000} />
      </figcaption>
    </figure>
  )
}
