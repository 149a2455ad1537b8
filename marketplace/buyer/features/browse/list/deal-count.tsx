/** How many deals there are, e.g. `603 of 57,120 deals`. A narrow list, whose heading is beside it, leaves the word to screen readers. */
export function DealCount({ words }: { words: string }) {
  const [, before = words, noun = '', after = ''] = /^(.*)( deals?)(.*)$/.exec(words) ?? []
  return (
    <>
      {before}
      <span className="sr-only tight:not-sr-only">{noun}</span>
      {after}
    </>
  )
}
