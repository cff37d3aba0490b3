import { classNames } from '@/components/ui/class-names'
import { CodeBlock } from './code-block'
import { highlight } from './highlight'
import { SampleTabs } from './sample-tabs'
import { allSamples, type SampleId } from './samples/all'

interface SamplesProps {
  id: SampleId
  /** Puts the output beside the code if there is room. */
  isWide?: boolean
  /** For a file that is copied rather than read: it scrolls. */
  isTall?: boolean
}

/** A sample in each of its languages, with its output. */
export async function Samples({ id, isWide = false, isTall = false }: SamplesProps) {
  const { title, codes, prints } = (await allSamples())[id]
  const printed = codes.some(({ language }) => language === 'curl') ? 'Response' : 'Output'
  const panels = codes.map(({ language, code }) => ({
    language,
    panel: (
      <CodeBlock
        code={code}
        html={highlight(code, language)}
        name={`${title}: ${language}`}
        sample={{ id, language }}
      />
    ),
  }))
  return (
    <figure
      className={classNames(
        'mt-5 overflow-hidden rounded-md border border-rule bg-sheet',
        isTall && '[&_pre]:max-h-96',
        isWide && 'xl:grid xl:grid-cols-2 [&_pre]:max-h-64',
      )}
    >
      <figcaption className="sr-only">{title}</figcaption>
      <div className="min-w-0">{codes.length > 1 ? <SampleTabs name={title} panels={panels} /> : panels[0]?.panel}</div>
      {prints !== null && (
        <div className={classNames('min-w-0 border-t border-rule bg-sunk', isWide && 'xl:border-t-0 xl:border-l')}>
          <div aria-hidden="true" className="px-4 pt-3 text-xs text-soft">
            {printed}
          </div>
          <CodeBlock
            code={prints}
            html={highlight(prints, isJson(prints) ? 'JSON' : null)}
            name={`${title}: ${printed.toLowerCase()}`}
            answerTo={id}
            className="-mt-1 [&>span]:bg-sunk"
          />
        </div>
      )}
    </figure>
  )
}

const isJson = (text: string) => /^[{[]/.test(text)

interface JsonExampleProps {
  code: string
  /** The name on the copy button: "example event". */
  name: string
  /** The sample that this is the output of. */
  answerTo: string
}

/** A JSON example without a sample beside it. */
export const JsonExample = ({ code, name, answerTo }: JsonExampleProps) => (
  <div className="mt-5 overflow-hidden rounded-md border border-rule bg-sheet">
    <CodeBlock code={code} html={highlight(code, 'JSON')} name={name} answerTo={answerTo} />
  </div>
)
