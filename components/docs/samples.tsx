import { CodeBlock } from './code-block'
import { SampleTabs } from './sample-tabs'
import { allSamples, type SampleId } from './samples/all'

/** A sample in each of its languages, with its output. */
export async function Samples({ id }: { id: SampleId }) {
  const { title, codes, prints } = (await allSamples())[id]
  const printed = codes.some(({ language }) => language === 'curl') ? 'Response' : 'Output'
  const panels = codes.map(({ language, code }) => ({
    language,
    panel: <CodeBlock code={code} name={`${title}: ${language}`} sample={{ id, language }} />,
  }))
  return (
    <figure className="mt-5 overflow-hidden rounded-md border border-rule bg-sheet">
      <figcaption className="sr-only">{title}</figcaption>
      {codes.length > 1 ? <SampleTabs name={title} panels={panels} /> : panels[0]?.panel}
      {prints !== null && (
        <div className="border-t border-rule bg-sunk">
          <div aria-hidden="true" className="px-4 pt-3 text-xs text-soft">
            {printed}
          </div>
          <CodeBlock
            code={prints}
            name={`${title}: ${printed.toLowerCase()}`}
            answerTo={id}
            className="-mt-1 [&_button]:bg-sunk"
          />
        </div>
      )}
    </figure>
  )
}
