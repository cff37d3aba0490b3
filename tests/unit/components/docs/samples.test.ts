import { expect, test } from 'vitest'
import { readDocument } from '@/components/docs/reference/document'
import { allSamples } from '@/components/docs/samples/all'

const samples: Record<string, Awaited<ReturnType<typeof allSamples>>['resolve']> = await allSamples()

test.each((await readDocument()).operations.map(({ id, method, path }) => ({ id, method, path })))(
  '$method $path is called by a sample in each of five languages',
  ({ id, method, path }) => {
    const codes = samples[id]?.codes ?? []
    expect(codes.map(({ language }) => language)).toEqual(['curl', 'JavaScript', 'Python', 'PHP', 'Go'])
    const called = path.replace('{id}', 'YOUR_BATCH_ID').replace('{part}', '1')
    for (const { code } of codes) expect(code).toContain(called)
    expect(codes.find(({ language }) => language === 'PHP')?.code).toContain(`'method' => '${method}'`)
    expect(codes.find(({ language }) => language === 'Go')?.code).toContain(`http.NewRequest("${method}"`)
  },
)
