import { allSamples, type SampleId } from '../samples/all'
import type { Sample } from '../samples/sample'
import { type Operation, readDocument } from './document'

/** An operation's page. */
export interface ReferencePage {
  path: string
  title: string
  operation: Operation
  /** A sample call, in every language. */
  sample: Sample
  group: string
}

/** Returns every operation's page, in the order of the document. A test checks that each operation has a sample. */
export async function referencePages(): Promise<ReferencePage[]> {
  const samples = await allSamples()
  const { operations } = await readDocument()
  return operations.map((operation) => {
    const sample: Sample = samples[operation.id as SampleId]
    return {
      path: `/docs/reference/${operation.id}`,
      title: sample.title,
      operation,
      sample,
      group: operation.group,
    }
  })
}
