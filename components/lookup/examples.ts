/** An input to try. Each names a listing in a different way, and the sample answers all of them. */
export interface Example {
  /** What kind of input it is. */
  kind: string
  listing: string
  text: string
}

export const examples: readonly Example[] = [
  {
    kind: 'Desktop map link',
    listing: 'Colosseum',
    text: 'https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!3m1!4b1!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4!8m2!3d41.8902102!4d12.4922309!16zL20vMGQ1cXg',
  },
  { kind: 'Place id', listing: 'Empire State Building', text: 'ChIJaXQRs6lZwokRY6EFpJnhNNE' },
  {
    kind: 'Share link',
    listing: 'Botanic garden, Akureyri',
    text: 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8?g_st=ipc',
  },
]
